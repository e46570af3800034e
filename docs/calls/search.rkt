#lang racket
;; (search n rows) continues these rows in every way.

(define (safe? row rows)
  (for/and ([other rows] [distance (in-naturals 1)])
    (not (memv row (list other (+ other distance) (- other distance))))))

(define (search n rows)
  (if (= (length rows) n)
      (list rows)
      (append* (for/list ([row n] #:when (safe? row rows))
                 (search n (cons row rows))))))
