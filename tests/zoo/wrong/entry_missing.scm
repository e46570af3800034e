(define (place n) n)
