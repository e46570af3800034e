;; What other Schemes have and Guile calls otherwise, or has in a library.

(define (printf text . values) (apply format #t text values))
(define (fprintf port text . values) (apply format port text values))
(define (void . _) (if #f #f))
(define (assert condition . _) (if (not condition) (error "assertion failed")))
(define (pp value . _) (write value) (newline))
(define (list-set sequence k value)
  (append (list-head sequence k) (cons value (list-tail sequence (+ k 1)))))
(define (exact-round x) (inexact->exact (round x)))
(define-syntax cons-stream
  (syntax-rules () ((_ first rest) (cons first (delay rest)))))
(define-syntax named-lambda
  (syntax-rules () ((_ (name . parameters) . body)
                    (letrec ((name (lambda parameters . body))) name))))
(define-syntax fluid-let
  (syntax-rules () ((_ ((name value)) . body)
                    (let ((old name))
                      (dynamic-wind (lambda () (set! name value))
                                    (lambda () . body)
                                    (lambda () (set! name old)))))))
(define-syntax trace-define
  (syntax-rules () ((_ . rest) (define . rest))))
