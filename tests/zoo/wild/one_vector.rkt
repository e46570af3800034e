#lang racket

;; gives the board as a vector of columns, or #f
(define (queens n)
  (define b (make-vector n #f))
  (define (ok? r c)
    (for/and ([i r])
      (define d (vector-ref b i))
      (not (or (= d c) (= (abs (- d c)) (- r i))))))
  (define (place r)
    (or (= r n)
        (for/or ([c n])
          (and (ok? r c)
               (begin (vector-set! b r c) (place (add1 r)))))))
  (and (place 0) (vector->list b)))
