(use-modules (srfi srfi-1) (srfi srfi-9))

(define-record-type <queen> (make-queen row col) queen? (row queen-row) (col queen-col))

(define (attacks? a b)
  (or (= (queen-row a) (queen-row b))
      (= (abs (- (queen-row a) (queen-row b))) (abs (- (queen-col a) (queen-col b))))))

(define (queens n)
  (let place ((col 1) (board '()))
    (if (> col n)
        (list board)
        (append-map (lambda (row)
                      (let ((q (make-queen row col)))
                        (if (any (lambda (o) (attacks? q o)) board) '() (place (+ col 1) (cons q board)))))
                    (iota n 1)))))
