(import (scheme base))
(define (queens n) (sleep 99))
