#lang racket
(define (queens n)
  (cons n (queens n)))
