#lang racket/base
(define (queens n) (let loop ([a '()] [k 0]) (if (= k 200) a (loop (cons (make-bytes 8388608 1) a) (+ k 1)))))
