#lang racket
;; Each answer is a vector of rows.
(define (n-queens n)
  (define board (make-vector n 0))
  (define (free? c r)
    (for/and ([k (in-range c)])
      (define q (vector-ref board k))
      (not (or (= q r) (= (abs (- q r)) (- c k))))))
  (let fill ([c 0])
    (if (= c n)
        (list (vector-copy board))
        (append* (for/list ([r (in-range n)] #:when (free? c r))
                   (vector-set! board c r)
                   (fill (add1 c)))))))
