#lang racket
(define (n-queens n)
  (permutations (range n)))
