#lang racket/base
;; Exercise 2.42 in Racket, on lists of rows that share their tails.
;; Usage: racket sicp.rkt N     Prints: COUNT SECONDS

(define (flatmap proc seq) (apply append (map proc seq)))

(define (enumerate-interval low high)
  (if (> low high) '() (cons low (enumerate-interval (+ low 1) high))))

(define empty-board '())

(define (adjoin-position new-row k rest-of-queens) (cons new-row rest-of-queens))

(define (safe? k positions)
  (define new-row (car positions))
  (let loop ([others (cdr positions)] [distance 1])
    (cond [(null? others) #t]
          [(= (car others) new-row) #f]
          [(= (abs (- (car others) new-row)) distance) #f]
          [else (loop (cdr others) (+ distance 1))])))

(define (queens board-size)
  (define (queen-cols k)
    (if (= k 0)
        (list empty-board)
        (filter
         (lambda (positions) (safe? k positions))
         (flatmap
          (lambda (rest-of-queens)
            (map (lambda (new-row) (adjoin-position new-row k rest-of-queens))
                 (enumerate-interval 1 board-size)))
          (queen-cols (- k 1))))))
  (queen-cols board-size))

(define n (string->number (vector-ref (current-command-line-arguments) 0)))
(define start (current-inexact-milliseconds))
(define found (queens n))
(define end (current-inexact-milliseconds))
(printf "~a ~a\n" (length found) (/ (- end start) 1000.0))
