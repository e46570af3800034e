#lang racket/base
(define (queens n) (cons n (queens n)))
