#lang racket

(define ((queens size) k)
  (if (zero? k)
      '(())
      (for*/list ([rest ((queens size) (sub1 k))]
                  [r size]
                  #:when (for/and ([q rest] [d (in-naturals 1)])
                           (not (or (= q r) (= d (abs (- q r)))))))
        (cons r rest))))
