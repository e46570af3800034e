(use srfi-1)
(use gauche.sequence)

(define (queens n)
  (let rec ((k n))
    (if (= k 0)
        (list '())
        (append-map (lambda (qs)
                      (filter-map (lambda (q) (and (ok? q qs 1) (cons q qs))) (iota n)))
                    (rec (- k 1))))))

(define (ok? q qs d)
  (or (null? qs)
      (and (not (= q (car qs))) (not (= (abs (- q (car qs))) d)) (ok? q (cdr qs) (+ d 1)))))
