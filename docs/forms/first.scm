; The first solution as a vector, or #f if there is none.

(define (safe? row rows distance)
  (or (null? rows)
      (and (not (= row (car rows)))
           (not (= (abs (- row (car rows))) distance))
           (safe? row (cdr rows) (+ distance 1)))))

(define (queens n)
  (define (place rows left row)
    (cond ((= left 0) (list->vector rows))
          ((= row n) #f)
          ((and (safe? row rows 1) (place (cons row rows) (- left 1) 0)))
          (else (place rows left (+ row 1)))))
  (place '() n 0))
