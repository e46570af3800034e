#lang racket

(struct queen (row col))

(define (attacks? a b)
  (match-define (queen r1 c1) a)
  (match-define (queen r2 c2) b)
  (or (= r1 r2) (= (abs (- r1 r2)) (abs (- c1 c2)))))

(define/contract (n-queens n)
  (-> natural-number/c (listof (listof queen?)))
  (for/fold ([boards '(())]) ([c n])
    (for*/list ([b boards] [r n] [q (in-value (queen r c))]
                #:unless (ormap (lambda (o) (attacks? q o)) b))
      (cons q b))))
