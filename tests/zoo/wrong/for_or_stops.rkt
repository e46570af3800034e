#lang racket

(define (queens n)
  (define solution
    (let place ([placed '()])
      (if (= (length placed) n)
          placed
          (for/or ([row (in-range n)] #:when (free? row placed))
            (place (cons row placed))))))
  (if solution (list solution) '()))

(define (free? row placed)
  (for/and ([other placed] [distance (in-naturals 1)])
    (not (or (= row other) (= (abs (- row other)) distance)))))
