#lang racket
(provide safe?)
(define (safe? r b)
  (for/and ([q b] [d (in-naturals 1)]) (not (or (= q r) (= d (abs (- q r)))))))
