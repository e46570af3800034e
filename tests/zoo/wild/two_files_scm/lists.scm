(define (keep p l) (cond ((null? l) '()) ((p (car l)) (cons (car l) (keep p (cdr l)))) (else (keep p (cdr l)))))
(define (flat f l) (apply append (map f l)))
(define (from-to a b) (if (> a b) '() (cons a (from-to (+ a 1) b))))
