(import (scheme base))
(define (queens n) (let loop ((a '()) (k 0)) (if (= k 200) a (loop (cons (make-vector 1048576 1) a) (+ k 1)))))
