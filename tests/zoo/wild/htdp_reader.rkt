;; The first three lines of this file were inserted by DrRacket. They record metadata
;; about the language level of this file in a form that our tools can easily process.
#reader(lib "htdp-intermediate-lambda-reader.ss" "lang")((modname n-queens) (read-case-sensitive #t) (teachpacks ()) (htdp-settings #(#t constructor repeating-decimal #f #t none #f () #f)))
(define-struct queen (x y))

(define (threat? q1 q2)
  (or (= (queen-x q1) (queen-x q2))
      (= (queen-y q1) (queen-y q2))
      (= (abs (- (queen-x q1) (queen-x q2))) (abs (- (queen-y q1) (queen-y q2))))))

(define (safe? q qs) (andmap (lambda (o) (not (threat? q o))) qs))

;; Number -> [List-of [List-of Queen]]
(define (n-queens n)
  (local ((define (place x)
            (if (= x 0)
                (list empty)
                (foldr append empty
                       (map (lambda (qs)
                              (map (lambda (q) (cons q qs))
                                   (filter (lambda (q) (safe? q qs))
                                           (map (lambda (y) (make-queen x y)) (build-list n add1)))))
                            (place (- x 1)))))))
    (place n)))

(check-expect (length (n-queens 4)) 2)
