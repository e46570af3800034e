(import (scheme base))
(define (queens n) (cons n (queens n)))
