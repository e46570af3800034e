#lang racket

(define (queens n)
  (for/fold ([boards '(())]) ([_ (in-range n)])
    (for*/list ([board boards]
                [row (in-inclusive-range 0 n)]
                #:unless (attacked? row board))
      (cons row board))))

(define (attacked? row board)
  (for/or ([other board] [distance (in-naturals 1)])
    (or (= row other) (= (abs (- row other)) distance))))
