(define (queens n)
  (if (= n 0)
      '(())
      (map list (iota n)))
