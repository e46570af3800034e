#lang racket
(require "safe.rkt")
(provide queens)

(define (queens n)
  (let place ([k n])
    (if (zero? k)
        (list '())
        (for*/list ([b (place (sub1 k))] [r (in-range 1 (add1 n))] #:when (safe? r b)) (cons r b)))))
