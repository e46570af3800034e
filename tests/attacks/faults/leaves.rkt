#lang racket/base
(define (queens n) (exit 0))
