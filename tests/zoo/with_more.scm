; The search takes the rows, the board and the size, and no more than its name says so.
(define (attacks? r board d)
  (and (pair? board)
       (or (= r (car board)) (= d (abs (- r (car board)))) (attacks? r (cdr board) (+ d 1)))))
(define (place r board n)
  (cond ((= (length board) n) (list board))
        ((= r n) '())
        (else (append (if (attacks? r board 1) '() (place 0 (cons r board) n))
                      (place (+ r 1) board n)))))
