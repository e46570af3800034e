#lang racket/base
;; Runs a Racket or plain Scheme submission; stands alone, inside the sandbox.
;;
;; The protocol is described in protocol/__init__.py.

;; Only what loads quickly: json and racket/set would take a fifth of a second in every run.
(require racket/list racket/string racket/port)

(define asks (current-input-port))
(define token (read-line asks))
(define file (string->path (read-line asks)))
(define records (open-output-file (string-append "/dev/fd/" (read-line asks)) #:exists 'append))
(define start-words (string-split (read-line asks)))
(define here (let-values ([(folder name must-be-dir?) (split-path (path->complete-path (find-system-path 'run-file)))]) folder))
(define source (call-with-input-file file port->string))
(current-input-port (open-input-file (build-path here "input")))
(current-command-line-arguments (list->vector (cdr start-words)))

;; One thread writes at a time. While the program is asked, another one tells the innermost function in which it has
;; been all the time.
(define one-writes (make-semaphore 1))
(define asked? #f)
(define asked-thread (current-thread))

(define (send kind data #:if [wanted? (lambda () #t)] #:flush? [flush? #t])
  (call-with-semaphore
   one-writes
   (lambda ()
     (when (wanted?)
       (when (member kind '("end" "failed")) (set! asked? #f))
       (fprintf records "~a ~a " token kind)
       (write-json data)
       (newline records)
       (when flush? (flush-output records))))))

(define (watch [seen '()] [seen-for ""])
  (sleep 0.2)
  (define asked-for token)
  (define frames (reverse (frames-in (continuation-marks asked-thread))))
  (define same
    (if (equal? seen-for asked-for)
        (for/list ([frame (in-list seen)] [other (in-list frames)] #:break (not (equal? frame other))) frame)
        frames))
  (define frame (and (pair? same) (last same)))
  (when frame
    (define name (symbol->string (car frame)))
    (define function (if (regexp-match? #rx"[ /]" name) "" name)) ; else the body of the file
    (define line (or (srcloc-line (cdr frame)) 0))
    (send "at" (hasheq 'function function 'line line) #:if (lambda () asked?)))
  (watch same asked-for))

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
  (flush-output)
  (send "failed" (hasheq 'what what 'message message)))

(define exit-for-good (exit-handler))
(define most-arguments 9)

(define (encode value [depth 0])
  (define (inner item) (encode item (add1 depth)))
  (cond
    [(> depth 200) (hasheq 'other "nested too deeply")]
    [(exact-integer? value) value]
    [(number? value) (hasheq 'float (number->string value))]
    [(boolean? value) value]
    [(string? value) value]
    [(char? value) (string value)]
    [(symbol? value) (hasheq 'symbol (symbol->string value))]
    [(null? value) '()]
    [(list? value) (map inner value)]
    [(and (pair? value) (list? (forced-list value 0))) (map inner (forced-list value 0))]
    [(pair? value) (hasheq 'pair (list (inner (car value)) (inner (cdr value))))]
    [(mpair? value) (encode (mutable->pair value 0) depth)]
    [(vector? value) (named "vector" (map inner (vector->list value)))]
    [(void? value) 'null]
    [(hash? value)
     (hasheq 'dict (for/list ([(key item) value]) (list (inner key) (inner item))))]
    [(from-racket/set 'set? value)
     (hasheq 'other (shorten (format "~v" value)))]
    [(promise-of value) => (lambda (forced) (inner (car forced)))]
    [(and (struct? value) (pair-of value))
     => (lambda (parts) (hasheq 'term (cons (struct-name value) (map inner parts))))]
    [(struct? value) (named (struct-name value) (map inner (cdr (vector->list (struct->vector value)))))]
    [(sequence? value) (named "stream" (for/list ([item value] [number (in-range 10000)]) (inner item)))]
    [(procedure? value) (hasheq 'other "#<procedure>")]
    [else (hasheq 'other (shorten (format "~s" value)))]))

(define (named kind items) (hasheq 'items (cons kind items)))

(define (struct-name value)
  (substring (symbol->string (vector-ref (struct->vector value) 0)) (string-length "struct:")))

(define (from-racket/set name value)
  ((dynamic-require 'racket/set name) value))

;; The two parts of a struct, such as a square's row and column; #f of any other.
(define (pair-of value)
  (define parts (filter exact-integer? (vector->list (struct->vector value))))
  (and (= (length parts) 2) parts))

(define (promise-of value)
  (and ((dynamic-require 'racket/promise 'promise?) value)
       (begin
         (flush-output records) ; so that nothing is lost where the search is ended
         (list ((dynamic-require 'racket/promise 'force) value)))))

;; A list whose rest is only promised, as in a lazy language.
(define (forced-list value length)
  (cond [(> length 10000) value]
        [(promise-of value) => (lambda (forced) (forced-list (car forced) length))]
        [(pair? value) (cons (car value) (forced-list (cdr value) (add1 length)))]
        [else value]))

(define (mutable->pair value length)
  (if (and (mpair? value) (< length 100000))
      (cons (mcar value) (mutable->pair (mcdr value) (add1 length)))
      value))

(define (shorten text) (if (> (string-length text) 300) (substring text 0 300) text))

;; What went wrong while the program was loaded.
(define load-error "")
(define load-kind "")

(define (describe error)
  (define message (if (exn? error) (exn-message error) (format "~s" error)))
  (shorten (string-normalize-spaces message)))

;; Where in the program it was: the innermost function, and the line at which it begins; #f if that is not known.
(define (frame-in marks)
  (define frames (frames-in marks))
  (and (pair? frames) (car frames)))

;; The functions of the program in which it is, each with its place, the innermost first.
(define (frames-in marks)
  (for/list ([frame (in-list (continuation-mark-set->context marks))]
             #:when (and (car frame) (cdr frame) (equal? (srcloc-source (cdr frame)) file)))
    frame))

(define (place-of error)
  (define frame (and (exn? error) (frame-in (exn-continuation-marks error))))
  (if frame (format "line ~a, in ~a: " (srcloc-line (cdr frame)) (car frame)) ""))

(define (kind-of error)
  (define message (describe error))
  (cond
    [(eq? error 'left) "left"]
    [(or (exn:fail:contract:variable? error) (regexp-match? #rx"unbound identifier|undefined;" message))
     "unbound"]
    [(regexp-match? #rx"cannot open module file|collection not found|standard-module-name-resolver" message)
     "package"]
    [(or (exn:fail:read? error) (exn:fail:syntax? error)) "syntax"]
    [(regexp-match? #rx"out of memory" message) "memory"]
    [else "error"]))

(define (note-load-error error)
  (unless (eq? error 'left)
    (set! load-kind (kind-of error))
    (set! load-error (describe error))))

(define (not-a-break? error) (not (exn:break? error)))

;; Whether the file is a module: with #lang, as the teaching languages begin theirs, or (module ...).
(define (module-file?)
  (define line (for/first ([line (in-list (string-split source "\n"))]
                           #:unless (regexp-match? #px"^\\s*(;.*)?$" line))
                 line))
  (cond
    [(not line) #f]
    [(regexp-match #px"^\\s*#lang\\s+(\\S+)" line)
     => (lambda (found)
          ;; SICP's own language is often not installed; it is plain Scheme with the prelude.
          (not (and (equal? (cadr found) "sicp")
                    (not (collection-path "sicp" #:fail (lambda (message) #f))))))]
    [else (regexp-match? #px"^\\s*(\\(module\\s|#reader)" line)]))

(define-syntax-rule (guarded body ...)
  (parameterize ([exit-handler (lambda (code) (raise 'left))]
                 ;; so that we can look into the structs that it makes
                 [current-inspector (make-inspector)])
    (with-handlers ([not-a-break? note-load-error]) body ...)))

(define program-namespace #f)

(define (load-module)
  (define namespace (make-base-namespace))
  (parameterize ([current-namespace namespace])
    (guarded (dynamic-require file #f))
    (set! program-namespace
          (with-handlers ([(lambda (error) #t) (lambda (error) #f)]) (module->namespace file)))
    (define main `(submod ,file main))
    (when (and (equal? (car start-words) "run") program-namespace
               (with-handlers ([not-a-break? (lambda (error) #f)]) (module-declared? main #t)))
      (guarded (dynamic-require main #f)))))

;; A file without a language is plain Scheme, or Racket as it is typed in at its prompt.
(define (load-plain)
  (define mutable? (regexp-match? #rx"set-c[ad]+r!|#lang" source))
  (define namespace (make-base-empty-namespace))
  (set! program-namespace namespace)
  (parameterize ([current-namespace namespace])
    (cond
      [mutable?
       (namespace-require 'r5rs)
       (namespace-require '(only racket/base error when unless void printf format add1 sub1 random
                                 let-values let*-values exit current-inexact-milliseconds))]
      [else (namespace-require 'racket)]))
  (define (eval-all path in-namespace)
    (parameterize ([current-namespace in-namespace])
      (call-with-input-file path
        (lambda (in)
          (port-count-lines! in)
          (regexp-try-match #px"^(\\s*;[^\n]*\n|\\s)*#lang[^\n]*" in)
          (let loop ()
            (define form (read-syntax path in))
            (unless (eof-object? form)
              (eval (namespace-syntax-introduce (datum->syntax #f (syntax->datum form) form)))
              (loop)))))))
  (define (load-beside name . rest)
    (define-values (folder own-name must-be-dir?) (split-path file))
    (eval-all (build-path folder name) namespace))
  (define prelude (make-base-empty-namespace))
  (parameterize ([current-namespace prelude]) (namespace-require (if mutable? 'r5rs 'racket/base)))
  (define prelude-file (build-path here "prelude.scm"))
  (eval-all prelude-file prelude)
  ;; What the language has is not defined again, and what the file defines is only its own.
  (define known (namespace-mapped-symbols namespace))
  (for ([name (in-list (defined-names (call-with-input-file prelude-file port->string)))]
        #:unless (memq name known))
    (namespace-set-variable-value! name (namespace-variable-value name #t #f prelude) #t namespace))
  (parameterize ([current-namespace namespace])
    (unless (memq 'cons-stream known)
      (eval '(define-syntax cons-stream (syntax-rules () ((_ a b) (cons a (delay b)))))))
    (namespace-set-variable-value! 'load load-beside #t namespace)
    (guarded (eval-all file namespace))))

(define (defined-names text)
  (remove-duplicates
   (map string->symbol
        (regexp-match* #px"\\((?:trace-|public-)?define[a-z0-9/*:-]*\\s+\\(*\\s*([^\\s()\\[\\]]+)" text
                       #:match-select cadr))))

;; What the text says of a procedure's parameters: a list of names, or #f.
(define (parameters-of name)
  (define found
    (regexp-match
     (pregexp (string-append "\\(\\s*(?:trace-)?define[a-z0-9/*:-]*\\s+\\(\\s*" (regexp-quote name)
                             "((?:\\s+[^\\s()\\[\\]]+)*)\\s*\\)"))
     source))
  (and found (filter (lambda (part) (not (member part '("." "->" ":")))) (string-split (cadr found)))))

;; The value of a name; #f where it has none, as a function of a teaching language, which can only be called. A name
;; that is defined inside of a function is unbound.
(define (value-of name)
  (with-handlers ([exn:fail:contract:variable? (lambda (error) 'unbound)]
                  [(lambda (error) #t) (lambda (error) #f)])
    (eval name program-namespace)))

;; Name, fewest and most arguments, names of the parameters, and no class.
(define (entry-of name)
  (define text (symbol->string name))
  (define value (value-of name))
  (define parameters (or (parameters-of text) '()))
  (cond
    [(procedure? value)
     (define-values (required allowed) (procedure-keywords value))
     (define counts
       (for/list ([one (in-list (let ([arity (procedure-arity value)])
                                  (if (list? arity) arity (list arity))))])
         (if (arity-at-least? one)
             (cons (arity-at-least-value one) most-arguments)
             (cons one one))))
     (and (null? required)
          (list text (apply min (map car counts)) (apply max (map cdr counts)) parameters -1 -1))]
    [(and (not value) (pair? parameters))
     (list text (length parameters) (length parameters) parameters -1 -1)]
    [else #f]))

;; The value of the call that stands in the text; several values are a list, and called so.
(define (called text)
  (define results
    (call-with-values
     (lambda ()
       (parameterize ([exit-handler (lambda (code) (raise 'left))]
                      [current-namespace program-namespace])
         (eval (read (open-input-string text)))))
     list))
  (set! kind (if (= (length results) 1) (kind-of-collection (car results)) "values"))
  (if (= (length results) 1) (car results) results))

(define kind "")
(define (kind-of-collection value)
  (cond [(or (list? value) (mpair? value)) ""]
        [(vector? value) "vector"]
        [else "stream"]))

(define (go-through result answer)
  (let loop ([rest result])
    (cond
      [(pair? rest) (answer (car rest)) (loop (cdr rest))]
      [(mpair? rest) (answer (mcar rest)) (loop (mcdr rest))]
      [(null? rest) (void)]
      [(promise-of rest) => (lambda (forced) (loop (car forced)))]
      [(and (procedure? rest) (procedure-arity-includes? rest 0)) (flush-output records) (loop (rest))]
      [else (answer rest)])))

(define (collection? result)
  (or (null? result) (pair? result) (mpair? result) (promise-of result)))

(define (goes-by-items? result)
  (or (vector? result)
      (and (sequence? result)
           (not (number? result)) (not (string? result)) (not (hash? result)))))

(define (answer-all text)
  (define count 0)
  (define (answer item)
    (send "answer" (encode item) #:flush? #f)
    (set! count (add1 count)))
  (unless (equal? text "")
    (define result (called text))
    (cond
      [(collection? result) (go-through result answer)]
      [(goes-by-items? result) (for ([item result]) (answer item) (flush-output records))]
      [else (send "value" (encode result)) (set! count 1)]))
  (flush-output)
  (send "end" (hasheq 'count count 'kind kind)))

;; What the file defines, at most 1000 names.
(define (names-of-file)
  (define names (remove-duplicates (defined-names source)))
  (if (> (length names) 1000) (take names 1000) names))

(send "loading" (hasheq))
(if (module-file?) (load-module) (load-plain))
(flush-output)
(send "ready"
      (hasheq 'load_error load-error
              'kind load-kind
              'entries (if program-namespace
                           (filter values (map entry-of (names-of-file)))
                           '())))
(void (thread watch))
(let loop ()
  (define line (read-line asks))
  (unless (eof-object? line)
    (define parts (string-split line "\t" #:trim? #f))
    (set! token (car parts))
    (set! asked? #t)
    (with-handlers ([not-a-break? (lambda (error) (fail (kind-of error) (string-append (place-of error) (describe error))))])
      (answer-all (cadr parts)))
    (loop)))
(exit-for-good 0)
