(use-modules (srfi srfi-1) (srfi srfi-41))

(define (safe? row placed)
  (let loop ((rest placed) (d 1))
    (or (null? rest)
        (and (not (= row (car rest)))
             (not (= d (abs (- row (car rest)))))
             (loop (cdr rest) (+ d 1))))))

(define (solutions n placed)
  (if (= (length placed) n)
      (stream placed)
      (let loop ((row 1))
        (cond ((> row n) stream-null)
              ((safe? row placed) (solutions n (cons row placed)))
              (else (loop (+ row 1)))))))

(define (queens n)
  (stream->list (solutions n '())))

(for-each (lambda (b) (display b) (newline)) (queens 5))
