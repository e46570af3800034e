(define (accumulate op init seq) (fold-right op init seq))
(define (flatmap f seq) (accumulate append '() (map f seq)))
(define (enumerate-interval a b) (if (> a b) '() (cons a (enumerate-interval (+ a 1) b))))

(define (queens n)
  (define (cols k)
    (if (= k 0)
        '(())
        (filter safe?
                (flatmap (lambda (rest) (map (lambda (r) (cons r rest)) (enumerate-interval 1 n)))
                         (cols (- k 1))))))
  (cols n))

(define (safe? board)
  (let loop ((others (cdr board)) (d 1))
    (cond ((null? others) #t)
          ((or (= (car others) (car board)) (= d (abs (- (car others) (car board))))) #f)
          (else (loop (cdr others) (+ d 1))))))
