#lang racket/base
;; Runs a Racket or plain Scheme submission; stands alone, inside the sandbox.
;;
;; The job comes on stdin, a line each: token, file, entry point (or "-"), n, and the number of the
;; file descriptor for the records. A record is a line: token, kind, JSON.

;; Only what loads quickly: json and racket/set would take a fifth of a second in every run.
(require racket/list racket/string racket/port)

(define token (read-line))
(define file (string->path (read-line)))
(define entry (read-line))
(define n (string->number (read-line)))
(define records (open-output-file (string-append "/dev/fd/" (read-line)) #:exists 'append))
(define here (let-values ([(folder name must-be-dir?) (split-path (path->complete-path (find-system-path 'run-file)))]) folder))
(current-input-port (open-input-string ""))

(define (send kind data)
  (fprintf records "~a ~a " token kind)
  (write-json data)
  (newline records))

(define (write-json data)
  (cond
    [(hash? data)
     (define fields (for/list ([(key value) (in-hash data)]) (cons key value)))
     (write-between "{" fields "}" (lambda (field)
                                     (write-text (symbol->string (car field)))
                                     (write-string ":" records)
                                     (write-json (cdr field))))]
    [(list? data) (write-between "[" data "]" write-json)]
    [(string? data) (write-text data)]
    [(boolean? data) (write-string (if data "true" "false") records)]
    [else (display data records)])) ; a number, or null

(define (write-between open items close write-item)
  (write-string open records)
  (for ([item (in-list items)] [number (in-naturals)])
    (unless (zero? number) (write-string "," records))
    (write-item item))
  (write-string close records))

(define (write-text text)
  (write-string "\"" records)
  (for ([c (in-string text)])
    (cond [(memv c '(#\" #\\)) (write-string "\\" records) (write-char c records)]
          [(char<? c #\space)
           (define digits (number->string (char->integer c) 16))
           (write-string "\\u" records)
           (write-string (make-string (- 4 (string-length digits)) #\0) records)
           (write-string digits records)]
          [else (write-char c records)]))
  (write-string "\"" records))

(define (fail what message)
  (send "failed" (hasheq 'what what 'message message))
  (flush-output records)
  (flush-output)
  ((executable-yield-handler) 0)
  (exit-for-good 1))

(define exit-for-good (exit-handler))

(define (encode value [depth 0])
  (cond
    [(> depth 200) (hasheq 'other "nested too deeply")]
    [(exact-integer? value) value]
    [(number? value) (hasheq 'float (number->string value))]
    [(boolean? value) value]
    [(string? value) value]
    [(char? value) (string value)]
    [(symbol? value) (hasheq 'symbol (symbol->string value))]
    [(null? value) '()]
    [(list? value) (for/list ([item (in-list value)]) (encode item (add1 depth)))]
    [(pair? value) (hasheq 'pair (list (encode (car value) (add1 depth)) (encode (cdr value) (add1 depth))))]
    [(mpair? value) (encode (mutable->pair value 0) depth)]
    [(vector? value) (for/list ([item (in-vector value)]) (encode item (add1 depth)))]
    [(void? value) 'null]
    [(from-racket/set 'set? value)
     (hasheq 'set (for/list ([item (in-list (from-racket/set 'set->list value))])
                    (encode item (add1 depth))))]
    [(struct? value) (encode (struct->vector value) depth)]
    [(procedure? value) (hasheq 'other "a procedure")]
    [else (hasheq 'other (shorten (format "~s" value)))]))

(define (from-racket/set name value) ((dynamic-require 'racket/set name) value))

(define (mutable->pair value length)
  (if (and (mpair? value) (< length 100000))
      (cons (mcar value) (mutable->pair (mcdr value) (add1 length)))
      value))

(define (shorten text) (if (> (string-length text) 200) (substring text 0 200) text))

(define (plain name)
  (string-replace (string-replace (string-downcase (symbol->string name)) "-" "") "_" ""))

(define entry-names '("nqueens" "queens" "solvenqueens" "eightqueens" "queen" "nqueen" "solve"))

(define (find-entry names value-of)
  (define callable
    (for/list ([name (in-list names)]
               #:when (let ([value (value-of name)])
                        (and (procedure? value) (procedure-arity-includes? value 1))))
      name))
  (define wanted
    (if (equal? entry "-")
        (for*/first ([plain-name (in-list entry-names)]
                     [name (in-list callable)]
                     #:when (equal? (plain name) plain-name))
          name)
        (for/first ([name (in-list callable)] #:when (equal? (symbol->string name) entry)) name)))
  (unless wanted
    (when load_error (fail load_error-kind load_error))
    (fail "missing"
          (format "no procedure ~a that takes n: ~a"
                  (if (equal? entry "-") "queens, solve or the like" entry)
                  (if (null? callable)
                      "it defines no procedure of one argument"
                      (string-append "it defines " (string-join (map symbol->string callable) ", "))))))
  (value-of wanted))

(define load_error #f)
(define load_error-kind "error")

(define (describe error)
  (define message (if (exn? error) (exn-message error) (format "~s" error)))
  (shorten (string-normalize-spaces message)))

(define (note-load_error error)
  (set! load_error (describe error))
  (set! load_error-kind (if (exn:fail:read? error) "syntax"
                         (if (exn:fail:syntax? error) "syntax" "error"))))

(define (has-lang?)
  (define text (call-with-input-file file (lambda (in) (port->string in))))
  (define line (for/first ([line (in-list (string-split text "\n"))]
                           #:unless (regexp-match? #px"^\\s*(;.*)?$" line))
                 line))
  (cond
    [(not line) #f]
    [(regexp-match #px"^\\s*#lang\\s+(\\S+)" line)
     => (lambda (found)
          ;; SICP's own language is often not installed; it is plain Scheme with the prelude.
          (not (and (equal? (cadr found) "sicp")
                    (not (collection-path "sicp" #:fail (lambda (message) #f))))))]
    [else (regexp-match? #px"^\\s*\\(module\\s" line)]))

(define (load-module)
  (define namespace (make-base-namespace))
  (parameterize ([current-namespace namespace]
                 [exit-handler (lambda (code) (raise 'left))])
    (with-handlers ([(lambda (error) (eq? error 'left)) void]
                    [(lambda (error) (not (exn:break? error))) note-load_error])
      (dynamic-require file #f))
    (define inside
      (with-handlers ([(lambda (error) #t) (lambda (error) #f)]) (module->namespace file)))
    (define names (if inside (own-names inside) '()))
    (find-entry names
                (lambda (name)
                  (with-handlers ([(lambda (error) #t) (lambda (error) #f)])
                    (parameterize ([current-namespace inside])
                      (namespace-variable-value name #t (lambda () #f) inside)))))))

(define (own-names namespace)
  (define defined
    (with-handlers ([(lambda (error) #t) (lambda (error) '())])
      (call-with-input-file file
        (lambda (in)
          (regexp-match* #px"\\(define[a-z/*-]*\\s+\\(*\\s*([^\\s()]+)" in
                         #:match-select cadr)))))
  (remove-duplicates
   (for/list ([name (in-list defined)]) (string->symbol (bytes->string/utf-8 name #\?)))))

(define (load-plain)
  (define namespace (make-base-empty-namespace))
  (define defined '())
  (parameterize ([current-namespace namespace]
                 [exit-handler (lambda (code) (raise 'left))])
    (namespace-require 'r5rs)
    (namespace-require '(only racket/base error when unless void printf format add1 sub1 random
                              let-values let*-values exit current-inexact-milliseconds))
    (define (eval-all in remember?)
      (let loop ()
        (define form (read-syntax file in))
        (unless (eof-object? form)
          (define datum (syntax->datum form))
          (when (and remember? (pair? datum) (memq (car datum) '(define)) (pair? (cdr datum)))
            (let ([name (let head ([at (cadr datum)]) (if (pair? at) (head (car at)) at))])
              (when (symbol? name) (set! defined (cons name defined)))))
          (eval (namespace-syntax-introduce (datum->syntax #f datum form)))
          (loop))))
    (call-with-input-file (build-path here "prelude.scm") (lambda (in) (eval-all in #f)))
    (with-handlers ([(lambda (error) (eq? error 'left)) void]
                    [(lambda (error) (not (exn:break? error))) note-load_error])
      (call-with-input-file file
        (lambda (in)
          (port-count-lines! in)
          (skip-lang in)
          (eval-all in #t))))
    (find-entry (remove-duplicates (reverse defined))
                (lambda (name) (namespace-variable-value name #t (lambda () #f) namespace)))))

(define (skip-lang in)
  (when (regexp-try-match #px"^(\\s*;[^\n]*\n|\\s)*#lang[^\n]*" in) (void)))

(unless (>= (string->number (car (string-split (version) "."))) 7)
  (fail "old" "Racket is too old; version 7 or newer is needed"))
(send "loading" (hasheq))
(flush-output records)
(define procedure (if (has-lang?) (load-module) (load-plain)))
(send "ready" (hasheq 'load_error (or load_error "")))
(flush-output records)
(define start (current-inexact-milliseconds))
(define count 0)
(define (answer item)
  (send "answer" (encode item))
  (flush-output records)
  (set! count (add1 count)))
(with-handlers ([(lambda (error) (not (exn:break? error)))
                 (lambda (error)
                   (fail (cond [(regexp-match? #rx"out of memory" (describe error)) "memory"]
                               [else "error"])
                         (describe error)))])
  (define result (procedure n))
  (cond
    [(or (null? result) (pair? result)) (let loop ([rest result])
                                          (cond [(pair? rest) (answer (car rest)) (loop (cdr rest))]
                                                [(null? rest) (void)]
                                                [else (answer rest)]))]
    [(mpair? result) (let loop ([rest result])
                       (cond [(mpair? rest) (answer (mcar rest)) (loop (mcdr rest))]
                             [(null? rest) (void)]
                             [else (answer rest)]))]
    [(or (vector? result) (and (sequence? result) (not (number? result)) (not (string? result))))
     (for ([item result]) (answer item))]
    [else (send "value" (encode result)) (set! count 1)]))
(flush-output)
(send "end" (hasheq 'count count 'seconds (/ (- (current-inexact-milliseconds) start) 1000.0)))
(flush-output records)
