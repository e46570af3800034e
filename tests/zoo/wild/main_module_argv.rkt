#lang racket/base

(define (ok? q qs)
  (let loop ([qs qs] [d 1])
    (or (null? qs)
        (and (not (= q (car qs))) (not (= d (abs (- q (car qs))))) (loop (cdr qs) (add1 d))))))

(define (go n k qs)
  (if (zero? k)
      (begin (write qs) (newline))
      (for ([q (in-range n)]) (when (ok? q qs) (go n (sub1 k) (cons q qs))))))

(module+ main
  (define n (string->number (vector-ref (current-command-line-arguments) 0)))
  (go n n '()))
