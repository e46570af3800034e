#lang typed/racket

(: queens (-> Natural (Listof (Listof Natural))))
(define (queens n)
  (: place (-> Natural (Listof (Listof Natural))))
  (define (place k)
    (if (zero? k)
        '(())
        (for*/list : (Listof (Listof Natural))
            ([rest : (Listof Natural) (place (sub1 k))]
             [r : Natural (range n)]
             #:when (safe? r rest))
          (cons r rest))))
  (place n))

(: safe? (-> Natural (Listof Natural) Boolean))
(define (safe? r rest)
  (for/and ([q rest] [d : Natural (in-naturals 1)])
    (not (or (= q r) (= d (abs (- q r)))))))
