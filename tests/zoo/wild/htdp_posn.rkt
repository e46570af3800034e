;; The first three lines of this file were inserted by DrRacket. They record metadata
;; about the language level of this file in a form that our tools can easily process.
#reader(lib "htdp-advanced-reader.ss" "lang")((modname q) (read-case-sensitive #t) (teachpacks ()) (htdp-settings #(#t constructor repeating-decimal #f #t none #f () #f)))
; N -> [Maybe [List-of QP]]
(define QUEENS 8)
(define (threatening? q1 q2)
  (or (= (posn-x q1) (posn-x q2)) (= (posn-y q1) (posn-y q2))
      (= (abs (- (posn-x q1) (posn-x q2))) (abs (- (posn-y q1) (posn-y q2))))))
(define (n-queens n)
  (place n 0 '()))
(define (place n row qs)
  (if (= row n) qs (try n row 0 qs)))
(define (try n row col qs)
  (cond [(= col n) #false]
        [(ormap (lambda (q) (threatening? q (make-posn row col))) qs) (try n row (add1 col) qs)]
        [else (local ((define r (place n (add1 row) (cons (make-posn row col) qs)))) (if (boolean? r) (try n row (add1 col) qs) r))]))
