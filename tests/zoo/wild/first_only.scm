(define (n-queens n)
  (call-with-current-continuation
   (lambda (return)
     (let place ((k 0) (qs '()))
       (if (= k n)
           (return (reverse qs))
           (do ((r 1 (+ r 1))) ((> r n))
             (if (fine? r qs 1) (place (+ k 1) (cons r qs))))))
     #f)))

(define (fine? r qs d)
  (or (null? qs)
      (and (not (= r (car qs))) (not (= d (abs (- r (car qs))))) (fine? r (cdr qs) (+ d 1)))))
