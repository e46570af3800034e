(define (queens board-size)
  (define (attacks? q1 q2 d) (or (= q1 q2) (= (abs (- q1 q2)) d)))
  (define (ok? q qs)
    (let loop ((qs qs) (d 1))
      (cond ((null? qs) #t) ((attacks? q (car qs) d) #f) (else (loop (cdr qs) (+ d 1))))))
  (define (try k qs)
    (if (= k 0)
        1
        (let loop ((r 1) (sum 0))
          (if (> r board-size)
              sum
              (loop (+ r 1) (+ sum (if (ok? r qs) (try (- k 1) (cons r qs)) 0)))))))
  (try board-size '()))
