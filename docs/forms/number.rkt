#lang racket
;; The number of solutions.

(define (safe? row rows)
  (for/and ([other rows] [distance (in-naturals 1)])
    (not (memv row (list other (+ other distance) (- other distance))))))

(define (count-queens n [rows '()])
  (if (= (length rows) n)
      1
      (for/sum ([row n] #:when (safe? row rows))
        (count-queens n (cons row rows)))))
