;; Runs a plain Scheme or R7RS submission in Guile; stands alone, inside the sandbox.
;;
;; The protocol is described in protocol/__init__.py.

(use-modules (ice-9 rdelim) (ice-9 match) (ice-9 regex) (srfi srfi-1) (srfi srfi-11) (srfi srfi-13))

(define asks (current-input-port))
(define token (read-line asks))
(define file (read-line asks))
(define records (fdopen (string->number (read-line asks)) "w"))
(define start-words (remove string-null? (string-split (read-line asks) #\space)))
(define here (dirname (car (command-line))))
(set-port-encoding! records "UTF-8")
(setvbuf records 'block)
(set-current-input-port (open-input-file (string-append here "/input")))
(set-program-arguments (cons file (cdr start-words)))

(define (text->json text)
  (call-with-output-string
    (lambda (out)
      (display "\"" out)
      (string-for-each
       (lambda (c)
         (cond ((memv c '(#\" #\\)) (display "\\" out) (display c out))
               ((char<? c #\space)
                (display "\\u" out)
                (display (string-pad (number->string (char->integer c) 16) 4 #\0) out))
               (else (display c out))))
       text)
      (display "\"" out))))

(define (object . fields)
  (string-append
   "{" (string-join (map (lambda (field) (string-append (text->json (car field)) ":" (cdr field)))
                         fields) ",") "}"))

(define (array texts) (string-append "[" (string-join texts ",") "]"))

(define (encode value depth)
  (define (inner item) (encode item (+ depth 1)))
  (define (couple first second) (object (cons "pair" (array (list (inner first) (inner second))))))
  (cond ((> depth 200) (object (cons "other" (text->json "nested too deeply"))))
        ((and (number? value) (exact? value) (integer? value)) (number->string value))
        ((number? value) (object (cons "float" (text->json (number->string value)))))
        ((boolean? value) (if value "true" "false"))
        ((string? value) (text->json value))
        ((char? value) (text->json (string value)))
        ((symbol? value) (object (cons "symbol" (text->json (symbol->string value)))))
        ((list? value) (array (map inner value)))
        ((pair? value) (couple (car value) (cdr value)))
        ((vector? value) (named "vector" (map inner (vector->list value))))
        ((unspecified? value) "null")
        ((promise? value) (inner (force value)))
        ((and (record? value) (fields-of value))
         => (lambda (fields)
              (let ((name (symbol->string (record-type-name (record-type-descriptor value)))))
                (object (cons "term" (array (cons (text->json name) (map inner fields))))))))
        ((procedure? value) (object (cons "other" (text->json "#<procedure>"))))
        (else (object (cons "other" (text->json (shorten (without-address (format #f "~s" value)))))))))

;; An address differs from run to run.
(define (without-address text) (regexp-substitute/global #f " [0-9a-f]{9,}" text 'pre 'post))

(define (named kind items) (object (cons "items" (array (cons (text->json kind) items)))))

(define (fields-of value)
  (let ((type (record-type-descriptor value)))
    (map (lambda (name) ((record-accessor type name) value)) (record-type-fields type))))

(define (shorten text) (if (> (string-length text) 300) (substring text 0 300) text))

(define (send kind text)
  (display (string-append token " " kind " " text "\n") records))

;; A record after which the suite may go on: what was printed comes before it.
(define (send-last kind . fields)
  (force-output)
  (force-output (current-error-port))
  (send kind (apply object fields))
  (force-output records))

(define (fail what message)
  (send-last "failed" (cons "what" (text->json what)) (cons "message" (text->json message))))

(define (describe key args)
  (match args
    ((who (? string? message) (? list? values) . _)
     (shorten (string-append (if (and who (symbol? who)) (format #f "~a: " who) "")
                             (or (false-if-exception (apply format #f message values)) message))))
    (_ (shorten (format #f "~a ~s" key args)))))

(define (kind-of key message)
  (cond ((string-prefix? "no code for module" message) "package")
        (else
         (case key
           ((quit) "left")
           ((unbound-variable) "unbound")
           ((read-error syntax-error) "syntax")
           ((stack-overflow vm-error) "recursion")
           ((out-of-memory) "memory")
           (else "error")))))

(unless (>= (string->number (major-version)) 3)
  (fail "error" "Guile is too old; version 3 or newer is needed")
  (primitive-_exit 1))

(current-warning-port (%make-void-port "w"))
(define submission (make-fresh-user-module))
(set-module-duplicates-handlers! submission (lookup-duplicates-handlers '(last)))
(define load-error #f)
(define load-kind "")
(define defined '())  ; names with the names of their parameters, newest first

(define (note-definition form)
  (match form
    (((or 'define 'define* 'define-public) (name . parameters) . _)
     (if (symbol? name)
         (set! defined (acons name (names-in parameters) defined))
         (note-definition (list 'define name))))
    (((or 'define 'define-public) (? symbol? name) ('lambda parameters . _))
     (set! defined (acons name (names-in parameters) defined)))
    (((or 'define 'define-public) (? symbol? name) . _)
     (set! defined (acons name '() defined)))
    (('begin . forms) (for-each note-definition forms))
    (_ #f)))

(define (names-in parameters)
  (cond ((pair? parameters)
         (if (symbol? (car parameters))
             (cons (symbol->string (car parameters)) (names-in (cdr parameters)))
             (names-in (cdr parameters))))
        (else '())))

(define (load-all path in-module remember?)
  (call-with-input-file path
    (lambda (in)
      (set-port-filename! in path)
      (let loop ()
        (let ((form (read in)))
          (unless (eof-object? form)
            (when remember? (note-definition form))
            (eval form in-module)
            (loop)))))
    #:encoding "UTF-8"))

(define (load-beside name . rest)
  (load-all (string-append (dirname file) "/" (basename name)) submission #t))

;; What the language has is not defined again, and what the file defines is only its own.
(define (add-prelude)
  (let ((prelude (make-fresh-user-module))
        (others '((srfi srfi-1) (scheme base))))
    (for-each (lambda (name)
                (module-use! prelude (resolve-interface name))
                (module-use! submission (resolve-interface name)))
              others)
    (load-all (string-append here "/prelude.scm") prelude #f)
    (eval '(define-syntax cons-stream
             (syntax-rules () ((_ first rest) (cons first (delay rest)))))
          prelude)
    (module-for-each
     (lambda (name variable)
       (unless (module-variable submission name) (module-add! submission name variable)))
     prelude)
    (module-define! submission 'load load-beside)))

(define most-arguments 9)

;; Name, fewest and most arguments, names of the parameters, and no class; #f of what is none.
(define (entry-of definition)
  (let* ((name (car definition))
         (value (false-if-exception (module-ref submission name))))
    (and (procedure? value)
         (let-values (((least most)
                       (match (procedure-minimum-arity value)
                         ((required optional rest?)
                          (values required (if rest? most-arguments (+ required optional))))
                         (_ (values 0 most-arguments)))))
           (array (list (text->json (symbol->string name)) (number->string least)
                        (number->string most) (array (map text->json (cdr definition)))
                        "-1" "-1"))))))

(define (go-through result answer)
  (let loop ((rest result))
    (cond ((pair? rest) (answer (car rest)) (loop (cdr rest)))
          ((null? rest) #t)
          ((promise? rest) (force-output records) (loop (force rest)))
          ((procedure? rest) (force-output records) (loop (rest)))
          (else (answer rest)))))

(define (answer-all text)
  (define count 0)
  (define (answer item)
    (send "answer" (encode item 0))
    (set! count (+ count 1)))
  (unless (string-null? text)
    (let ((result (called (call-with-input-string text read))))
      (cond ((or (pair? result) (null? result) (promise? result)) (go-through result answer))
            ((vector? result) (for-each answer (vector->list result)))
            (else (send "value" (encode result 0)) (set! count 1)))))
  (send-last "end" (cons "count" (number->string count)) (cons "kind" (text->json kind))))

(define (called call)
  (call-with-values
   (lambda () (eval call submission))
   (lambda results
     (let ((one? (and (pair? results) (null? (cdr results)))))
       (set! kind (cond ((not one?) "values")
                        ((or (list? (car results))) "")
                        ((vector? (car results)) "vector")
                        (else "stream")))
       (if one? (car results) results)))))

;; The kind of the last collection; "" is a list.
(define kind "")

(send-last "loading")
(catch #t
  (lambda ()
    (add-prelude)
    (load-all file submission #t))
  (lambda (key . args)
    (unless (eq? key 'quit)
      (set! load-error (describe key args))
      (set! load-kind (kind-of key load-error)))))

(define entries
  (filter-map entry-of (delete-duplicates (reverse defined)
                                          (lambda (one other) (eq? (car one) (car other))))))

(send-last "ready"
           (cons "load_error" (text->json (or load-error "")))
           (cons "kind" (text->json load-kind))
           (cons "entries" (array (if (> (length entries) 1000) (take entries 1000) entries))))

(let loop ()
  (let ((line (read-line asks)))
    (unless (eof-object? line)
      (match (string-split line #\tab)
        ((its-token text)
         (set! token its-token)
         (catch #t
           (lambda () (answer-all text))
           (lambda (key . args)
             (let ((message (describe key args)))
               (fail (kind-of key message) message))))))
      (loop))))
(force-output)
(force-output (current-error-port))
(primitive-_exit 0)
