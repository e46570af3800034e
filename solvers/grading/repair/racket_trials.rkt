#lang racket/base
;; Tries changes of the program beside this file; stands alone, loaded by the suite's harness.
;;
;; A module takes Racket a tenth of a second. So the forms of most programs are evaluated one by one
;; in a single namespace, and each is compiled once for as long as it is not changed.

(require racket/list racket/port racket/promise racket/string)
(provide tried)

(define most-parts 1000)
(define deepest 8)
(define longest-text 4000)
(define most-memory (* 256 1024 1024))
(define loading 0.2) ; seconds, of processor time as all of them
(define (folder-of path) (simplify-path (build-path path 'up)))
(define here (folder-of (variable-reference->module-source (#%variable-reference))))
(define-namespace-anchor anchor)

;; For each change, its number and an outcome per size: nothing, or a value and a printed text.
(define (tried name call sizes edits seconds)
  (define file (build-path here name))
  (define source (call-with-input-file file port->string))
  (define load (loader file source))
  (let loop ([edits edits])
    (if (null? edits)
        '()
        (let-values ([(number start end new) (apply values (car edits))])
          (define text (string-append (substring source 0 start) new (substring source end)))
          (cons (list number (outcomes load text call sizes seconds))
                (lambda () (loop (cdr edits))))))))

(define (outcomes load text call sizes seconds)
  (define (try n seconds body)
    (define printed (open-output-string))
    (define told
      (parameterize ([current-output-port printed]
                     [current-command-line-arguments (vector (number->string n))]
                     [current-input-port (open-input-string (format "~a\n" n))])
        (in-bounds seconds body)))
    (define shown (get-output-string printed))
    (if told (list told (substring shown 0 (min longest-text (string-length shown)))) (void)))
  (define starts? (equal? call ""))
  (define loaded (if starts? (void) (try (car sizes) (+ loading seconds) (lambda () (load text #f)))))
  (for/list ([n (in-list sizes)])
    (define asked (string-replace call "{n}" (number->string n)))
    (define (ask)
      (parameterize ([current-namespace (caar loaded)])
        (kept (call-with-values (lambda () (eval (read (open-input-string asked)))) list))))
    (define told
      (cond [starts? (try n (+ loading seconds) (lambda () (load text #t) (void)))]
            [(void? loaded) loaded]
            [else (try n seconds ask)]))
    (if (void? told) told (cons (caar told) (cdr told)))))

;; A list with what the body gives; #f after an error, or at the limit of time or memory.
(define (in-bounds seconds body)
  (define result #f)
  (define custodian (make-custodian))
  (custodian-limit-memory custodian most-memory)
  (define latest (+ (current-inexact-milliseconds) (max 2000 (* 10000 seconds))))
  (define (run)
    (let/ec leave
      (parameterize ([exit-handler (lambda (code) (set! result (list (void))) (leave (void)))]
                     [current-error-port (open-output-nowhere)]
                     [current-inspector (make-inspector)])
        (with-handlers ([(lambda (error) #t) void]) (set! result (list (body)))))))
  (define running (parameterize ([current-custodian custodian]) (thread run)))
  (let wait ()
    (unless (or (sync/timeout 0.01 running)
                (> (current-process-milliseconds running) (* 1000 seconds))
                (> (current-inexact-milliseconds) latest))
      (wait)))
  (custodian-shutdown-all custodian)
  result)

;; A copy of what a call gives, in lists; raises an error if it is larger than any that can be right.
(define (kept results)
  (define parts 0)
  (define (copy value depth)
    (set! parts (add1 parts))
    (when (or (> parts most-parts) (> depth deepest)) (error "too large"))
    (define (inner item) (copy item (add1 depth)))
    (cond
      [(or (pair? value) (mpair? value) (promise? value))
       (let loop ([rest value])
         (cond [(promise? rest) (loop (force rest))]
               [(pair? rest) (cons (inner (car rest)) (loop (cdr rest)))]
               [(mpair? rest) (cons (inner (mcar rest)) (loop (mcdr rest)))]
               [(and (procedure? rest) (procedure-arity-includes? rest 0)) (loop (rest))]
               [(null? rest) rest]
               [else (inner rest)]))]
      [(or (number? value) (string? value) (hash? value) (is-set? value)) value]
      [(sequence? value) (for/list ([item value]) (inner item))]
      [else value]))
  (copy (if (= (length results) 1) (car results) results) 0))

(define (is-set? value) ((dynamic-require 'racket/set 'set?) value))

;; What loads a text: a procedure that gives the namespace in which it may be asked.
(define (loader file source)
  (define space (namespace-anchor->empty-namespace anchor))
  (define language (language-of source))
  (define by-forms? (memq language '(#f racket racket/base)))
  (parameterize ([current-namespace space])
    (cond
      [(not language) (add-plain source space)]
      [by-forms?
       (namespace-require language)
       ;; What the file defines is its own from the beginning, as in a module.
       (define known (namespace-mapped-symbols))
       (for ([name (in-list (defined-names source))] #:when (memq name known))
         (namespace-set-variable-value! name #f #t))]
      [else (namespace-require 'racket/base)]) ; for the word module
    (when by-forms? ; the first use of macros takes long
      (eval '(let loop ((k 0)) (cond ((= k 0) k) (else (loop 0)))))))
  (define (text-of form text)
    (define from (sub1 (syntax-position form)))
    (substring text from (+ from (syntax-span form))))
  (define unchanged
    (if by-forms? (for/list ([form (in-list (forms-in source file))]) (text-of form source)) '()))
  (define compiled (make-hash))
  (define (start form key prints?)
    (define own (namespace-syntax-introduce form))
    (define code (if (member key unchanged) (hash-ref! compiled key (lambda () (compile own))) own))
    (call-with-values (lambda () (eval code))
                      (lambda results (when prints? (for-each (current-print) results)))))
  (define (load-forms text is-main?)
    (for ([form (in-list (forms-in text file))])
      (define key (text-of form text))
      (define parts (and language (syntax->list form)))
      (define head (and (pair? parts) (syntax->datum (car parts))))
      (cond
        [(memq head '(provide module module*)) (void)]
        [(eq? head 'module+)
         (when (and is-main? (eq? (syntax->datum (cadr parts)) 'main))
           (for ([part (in-list (cddr parts))]) (start part part #t)))]
        [else (start form key language)])))
  (define (load-module text is-main?)
    (define name (gensym))
    (define form (parameterize ([read-accept-reader #t] [read-accept-lang #t])
                   (read-syntax file (open-input-string text))))
    (parameterize ([current-module-declare-name (make-resolved-module-path name)])
      (eval (namespace-syntax-introduce form)))
    (dynamic-require `',name #f)
    (define main `(submod ',name main))
    (when (and is-main? (module-declared? main)) (dynamic-require main #f))
    (module->namespace `',name))
  (unless by-forms? ; so that the language is loaded
    (parameterize ([current-namespace space] [current-output-port (open-output-nowhere)])
      (in-bounds 3 (lambda () (load-module source #f)))))
  (lambda (text is-main?)
    (parameterize ([current-namespace space])
      (if by-forms? (begin (load-forms text is-main?) space) (load-module text is-main?)))))

;; The language of the module that the file is; #f for plain Scheme, and for SICP's if it is missing.
(define (language-of source)
  (define found (regexp-match #px"^(?:\\s|;[^\n]*\n)*(?:#lang\\s+(\\S+)|\\(module\\s|#reader)" source))
  (define name (and found (string->symbol (or (cadr found) "module"))))
  (and name
       (or (not (eq? name 'sicp)) (collection-path "sicp" #:fail (lambda (message) #f)))
       name))

(define (forms-in text file)
  (define in (open-input-string text))
  (port-count-lines! in)
  (regexp-try-match #px"^(?:\\s*;[^\n]*\n|\\s)*#lang[^\n]*" in)
  (for/list ([form (in-port (lambda (in) (read-syntax file in)) in)]) form))

(define (defined-names text)
  (remove-duplicates
   (map string->symbol
        (regexp-match* #px"\\(define\\s+\\(*\\s*([^\\s()\\[\\]]+)" text #:match-select cadr))))

;; Plain Scheme with the names of the prelude that it has not, as in the harness.
(define (add-plain source space)
  (define mutable? (regexp-match? #rx"set-c[ad]+r!|#lang" source))
  (cond
    [mutable?
     (namespace-require 'r5rs)
     (namespace-require '(only racket/base error when unless void printf format add1 sub1 random
                               let-values let*-values exit current-inexact-milliseconds))]
    [else (namespace-require 'racket)])
  (define known (namespace-mapped-symbols))
  (define prelude (namespace-anchor->empty-namespace anchor))
  (define harness (folder-of (path->complete-path (find-system-path 'run-file))))
  (define text (call-with-input-file (build-path harness "prelude.scm") port->string))
  (define (eval-all text)
    (for ([form (in-list (forms-in text #f))]) (eval (namespace-syntax-introduce form))))
  (parameterize ([current-namespace prelude])
    (namespace-require (if mutable? 'r5rs 'racket/base))
    (eval-all text))
  (for ([name (in-list (defined-names text))] #:unless (memq name known))
    (namespace-set-variable-value! name (namespace-variable-value name #t #f prelude) #t))
  (unless (memq 'cons-stream known)
    (eval '(define-syntax cons-stream (syntax-rules () ((_ a b) (cons a (delay b)))))))
  (define (load-beside name . rest)
    (parameterize ([current-namespace space])
      (eval-all (call-with-input-file (build-path here name) port->string))))
  (namespace-set-variable-value! 'load load-beside #t))
