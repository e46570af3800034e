#lang racket/base
(define (grow n k)
  (if (zero? k)
      '(())
      (for*/list ([rest (grow n (- k 1))]
                  [row (in-range n)]
                  #:when (for/and ([other rest] [d (in-naturals 1)])
                           (not (memv (- row other) (list 0 d (- d))))))
        (cons row rest))))
(module+ main
  (define n (string->number (vector-ref (current-command-line-arguments) 0)))
  (for ([board (grow n n)])
    (printf "~a\n" board)))
