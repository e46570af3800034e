(load "util.scm")
(define (queens n) (place n n))
