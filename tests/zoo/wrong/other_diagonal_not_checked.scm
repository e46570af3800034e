(define (queens board-size)
  (define (queen-cols k)
    (if (= k 0)
        (list '())
        (filter
         (lambda (positions) (safe? (car positions) (cdr positions) 1))
         (flatmap
          (lambda (rest-of-queens)
            (map (lambda (new-row) (cons new-row rest-of-queens))
                 (enumerate-interval 1 board-size)))
          (queen-cols (- k 1))))))
  (queen-cols board-size))

(define (safe? new others distance)
  (cond ((null? others) true)
        ((or (= (car others) new) (= (- (car others) new) distance)) false)
        (else (safe? new (cdr others) (+ distance 1)))))
