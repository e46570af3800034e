(import (chicken base) (chicken format) srfi-1)

(define (queens n)
  (let loop ((k n))
    (if (zero? k)
        '(())
        (append-map
         (lambda (rest)
           (filter-map
            (lambda (r) (and (safe r rest) (cons r rest)))
            (iota n 1)))
         (loop (sub1 k))))))

(define (safe r rest)
  (every (lambda (q d) (not (or (= q r) (= d (abs (- q r))))))
         rest (iota (length rest) 1)))

(printf "~a solutions~%" (length (queens 6)))
