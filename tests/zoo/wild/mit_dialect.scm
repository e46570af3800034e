(declare (usual-integrations))

(define (n-queens n)
  (let try ((row 0) (placed '()))
    (if (= row n)
        (list placed)
        (append-map
         (lambda (c)
           (if (fits? c placed) (try (1+ row) (cons c placed)) '()))
         (iota n)))))

(define (fits? c placed)
  (let loop ((d 1) (rest placed))
    (cond ((null? rest) #t)
          ((or (= c (car rest)) (= d (abs (- c (car rest))))) #f)
          (else (loop (1+ d) (cdr rest))))))

(pp (n-queens 6))
