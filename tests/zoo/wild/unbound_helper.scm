(define (queens n)
  (filter safe-board? (permutations-of (iota n 1))))
