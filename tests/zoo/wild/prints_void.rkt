#lang racket

(define (print-board qs n)
  (for ([q qs])
    (displayln (string-join (for/list ([c n]) (if (= c q) "X" "_")) " ")))
  (newline))

(define (queens n)
  (let place ([k 0] [qs '()])
    (cond
      [(= k n) (print-board qs n)]
      [else
       (for ([r n]
             #:when (for/and ([q qs] [d (in-naturals 1)])
                      (not (or (= q r) (= d (abs (- q r)))))))
         (place (add1 k) (cons r qs)))])))
