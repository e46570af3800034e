; (ways board-size) with the names of SICP, exercise 2.42.

(define (safe? positions)
  (let loop ((others (cdr positions)) (distance 1))
    (or (null? others)
        (and (not (= (car positions) (car others)))
             (not (= (abs (- (car positions) (car others))) distance))
             (loop (cdr others) (+ distance 1))))))

(define (ways board-size)
  (define (queen-cols k)
    (if (= k 0)
        (list '())
        (filter safe?
                (flatmap (lambda (rest)
                           (map (lambda (row) (cons row rest))
                                (enumerate-interval 1 board-size)))
                         (queen-cols (- k 1))))))
  (queen-cols board-size))
