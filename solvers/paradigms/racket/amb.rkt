#lang racket/base
;; SICP exercise 4.44: the queens with amb, whose choices are continuations.
;;
;;     $ racket amb.rkt '[[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]'
;;
;; prints all solutions; the argument, or for - the first line of input, has the rows of each
;; column.

;; (fail) goes back to the last choice that has other items left.
(define fail void)

;; One of the items. (choose item) returns it to the caller; a later (fail) comes
;; back into the loop, to the next item.
(define (an-element-of items)
  (define fail-before fail)
  (call/cc
   (lambda (choose)
     (for ([item items])
       (call/cc
        (lambda (next)
          (set! fail (lambda () (next #f)))
          (choose item))))
     (set! fail fail-before)
     (fail))))

(define (require-that condition)
  (unless condition (fail)))

(define (safe? row others [distance 1])
  (or (null? others)
      (and (not (= row (car others)))
           (not (= (abs (- row (car others))) distance))
           (safe? row (cdr others) (+ distance 1)))))

;; The rows of queens, newest column first, in the columns that are left.
(define (queens columns placed)
  (cond
    [(null? columns) placed]
    [else
     (define row (an-element-of (car columns)))
     (require-that (safe? row placed))
     (queens (cdr columns) (cons row placed))]))

;; Without its commas, the JSON text is a list of lists that Racket can read.
(define argument (vector-ref (current-command-line-arguments) 0))
(define given (if (string=? argument "-") (read-line) argument))
(define columns (read (open-input-string (regexp-replace* "," given " "))))

;; Print a solution and fail, which goes back for another one; the last (fail) ends.
(let/ec end
  (set! fail end)
  (displayln (reverse (queens columns '())))
  (flush-output)
  (fail))
