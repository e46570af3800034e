#lang racket
(struct square (row col) #:transparent)
(define (attack? a b)
  (or (= (square-row a) (square-row b))
      (= (abs (- (square-row a) (square-row b))) (abs (- (square-col a) (square-col b))))))
(define (queens n)
  (for/fold ([boards '(())]) ([col (in-range n)])
    (for*/list ([board boards]
                [row (in-range n)]
                [new (in-value (square row col))]
                #:unless (ormap (lambda (old) (attack? new old)) board))
      (cons new board))))
