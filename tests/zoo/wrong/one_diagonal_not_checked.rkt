#lang racket

(define (conflict? distance old new)
  (or (= old new) (= (- new old) distance)))

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
