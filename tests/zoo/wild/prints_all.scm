(define board-size 8)

(define (attacks? r1 c1 r2 c2)
  (or (= r1 r2) (= c1 c2) (= (abs (- r1 r2)) (abs (- c1 c2)))))

(define (ok? row col queens)
  (cond ((null? queens) #t)
        ((attacks? row col (caar queens) (cdar queens)) #f)
        (else (ok? row col (cdr queens)))))

(define (show queens)
  (for-each (lambda (q)
              (do ((c 0 (+ c 1))) ((= c board-size))
                (display (if (= c (cdr q)) "Q " "- ")))
              (newline))
            queens)
  (newline))

(define (place row queens)
  (if (= row board-size)
      (show queens)
      (do ((c 0 (+ c 1))) ((= c board-size))
        (if (ok? row c queens)
            (place (+ row 1) (cons (cons row c) queens))))))

(place 0 '())
