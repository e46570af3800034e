#lang racket/base
(provide n-queens)
(define (n-queens n)
  (let place ([rows '()])
    (if (= (length rows) n)
        (list (list->vector (reverse rows)))
        (apply append
               (for/list ([row (in-range 1 (+ n 1))]
                          #:when (for/and ([r rows] [d (in-naturals 1)])
                                   (not (or (= r row) (= (abs (- r row)) d)))))
                 (place (cons row rows)))))))
