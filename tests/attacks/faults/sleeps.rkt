#lang racket/base
(define (queens n) (sleep 99) '())
