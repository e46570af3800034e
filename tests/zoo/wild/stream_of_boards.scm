(define (stream-map proc s)
  (if (stream-null? s) the-empty-stream
      (cons-stream (proc (stream-car s)) (stream-map proc (stream-cdr s)))))
(define (stream-append-delayed s rest)
  (if (stream-null? s) (force rest)
      (cons-stream (stream-car s) (stream-append-delayed (stream-cdr s) rest))))
(define (stream-flatmap f s)
  (if (stream-null? s) the-empty-stream
      (stream-append-delayed (f (stream-car s)) (delay (stream-flatmap f (stream-cdr s))))))
(define (interval a b)
  (if (> a b) the-empty-stream (cons-stream a (interval (+ a 1) b))))

(define (safe? r qs d)
  (or (null? qs)
      (and (not (= r (car qs))) (not (= d (abs (- r (car qs))))) (safe? r (cdr qs) (+ d 1)))))

(define (queens n)
  (define (cols k)
    (if (= k 0)
        (cons-stream '() the-empty-stream)
        (stream-flatmap
         (lambda (qs)
           (stream-flatmap
            (lambda (r) (if (safe? r qs 1) (cons-stream (cons r qs) the-empty-stream) the-empty-stream))
            (interval 1 n)))
         (cols (- k 1)))))
  (cols n))
