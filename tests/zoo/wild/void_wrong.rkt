#lang racket
(define (queens n)
  (for ([i n]) (list i)))
