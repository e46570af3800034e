(import (scheme base) (scheme write) (srfi 1))

(define (n-queens n)
  (let place ((rows '()))
    (if (= (length rows) n)
        (list rows)
        (append-map
         (lambda (row)
           (if (every (lambda (r d) (not (or (= r row) (= d (abs (- r row))))))
                      rows (iota (length rows) 1))
               (place (cons row rows))
               '()))
         (iota n)))))

(display (length (n-queens 6)))
(exit 0)
