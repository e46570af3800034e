#lang racket
(define (n-queens n)
  (let place ([c 0] [b (hash)])
    (if (= c n) (list b)
        (append* (for/list ([r n] #:unless (for/or ([(k v) b]) (or (= v r) (= (abs (- v r)) (- c k))))) (place (add1 c) (hash-set b c r)))))))
