#lang racket
(require racket/stream)

(struct pos (x y) #:transparent)

(define (solutions n)
  (let loop ([x 0] [placed '()])
    (if (= x n)
        (stream placed)
        (for*/stream ([y (in-range n)]
                      #:when (for/and ([p placed])
                               (not (or (= y (pos-y p))
                                        (= (abs (- y (pos-y p))) (- x (pos-x p))))))
                      [s (loop (add1 x) (cons (pos x y) placed))])
          s))))
