#lang racket

(define (conflict? distance old new)
  (and (= distance 1) (or (= old new) (= (abs (- old new)) 1))))

(define (safe? new board [distance 1])
  (or (empty? board)
      (and (not (conflict? distance (first board) new))
           (safe? new (rest board) (+ distance 1)))))

(define (place n k)
  (if (= k 0)
      '(())
      (for*/list ([board (place n (- k 1))]
                  [row (in-range 0 n)]
                  #:when (safe? row board))
        (cons row board))))

(define (n-queens n)
  (place n n))
