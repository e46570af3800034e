; Exercise 2.42
(define (queens board-size)
  (define (queen-cols k)
    (if (= k 0)
        (list empty-board)
        (filter
         (lambda (positions) (safe? k positions))
         (flatmap
          (lambda (rest-of-queens)
            (map (lambda (new-row)
                   (adjoin-position new-row k rest-of-queens))
                 (enumerate-interval 1 board-size)))
          (queen-cols (- k 1))))))
  (queen-cols board-size))

(define empty-board '())

(define (adjoin-position row col positions)
  (append positions (list (list row col))))

(define (safe? k positions)
  (let ((new (list-ref positions (- k 1))))
    (define (attacks? q)
      (or (= (car q) (car new))
          (= (abs (- (car q) (car new))) (abs (- (cadr q) (cadr new))))))
    (define (iter rest)
      (cond ((eq? (car rest) new) #t)
            ((attacks? (car rest)) #f)
            (else (iter (cdr rest)))))
    (iter positions)))

(queens 8)
