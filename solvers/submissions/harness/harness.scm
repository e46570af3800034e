;; Runs a plain Scheme or R7RS submission in Guile; stands alone, inside the sandbox.
;;
;; The job comes on stdin, a line each: token, file, entry point (or "-"), n, and the number of the
;; file descriptor for the records. A record is a line: token, kind, JSON.

(use-modules (ice-9 rdelim) (ice-9 match) (srfi srfi-1) (srfi srfi-13))

(define token (read-line))
(define file (read-line))
(define entry (read-line))
(define n (string->number (read-line)))
(define records (fdopen (string->number (read-line)) "w"))
(define here (dirname (car (command-line))))
(set-port-encoding! records "UTF-8")
(setvbuf records 'block)
(set-current-input-port (open-input-string ""))

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
  (cond ((> depth 200) (object (cons "other" (text->json "nested too deeply"))))
        ((and (number? value) (exact? value) (integer? value)) (number->string value))
        ((number? value) (object (cons "float" (text->json (number->string value)))))
        ((boolean? value) (if value "true" "false"))
        ((string? value) (text->json value))
        ((char? value) (text->json (string value)))
        ((symbol? value) (object (cons "symbol" (text->json (symbol->string value)))))
        ((and (list? value)) (array (map inner value)))
        ((pair? value) (object (cons "pair" (array (list (inner (car value)) (inner (cdr value)))))))
        ((vector? value) (array (map inner (vector->list value))))
        ((unspecified? value) "null")
        (else (object (cons "other" (text->json (shorten (format #f "~s" value))))))))

(define (shorten text) (if (> (string-length text) 300) (substring text 0 300) text))

(define (send kind text)
  (display (string-append token " " kind " " text "\n") records))

(define (fail what message)
  (send "failed" (object (cons "what" (text->json what)) (cons "message" (text->json message))))
  (force-output records)
  (force-output)
  (primitive-_exit 1))

(define (describe key args)
  (match args
    ((who (? string? message) (? list? values) . _)
     (shorten (string-append (if who (format #f "~a: " who) "")
                             (or (false-if-exception (apply format #f message values)) message))))
    (_ (shorten (format #f "~a ~s" key args)))))

(unless (>= (string->number (major-version)) 3)
  (fail "old" "Guile is too old; version 3 or newer is needed"))

(define (plain name)
  (string-filter (lambda (c) (not (memv c '(#\- #\_)))) (string-downcase (symbol->string name))))

(define entry-names '("nqueens" "queens" "solvenqueens" "eightqueens" "queen" "nqueen" "solve"))

(define submission (make-fresh-user-module))
(define load_error #f)
(define load_error-kind "error")
(define defined '())

(define (note-definition form)
  (match form
    (((or 'define 'define*) target . _)
     (let head ((at target))
       (cond ((pair? at) (head (car at)))
             ((symbol? at) (set! defined (cons at defined))))))
    (_ #f)))

(define (load-all path remember?)
  (call-with-input-file path
    (lambda (in)
      (set-port-filename! in path)
      (let loop ()
        (let ((form (read in)))
          (unless (eof-object? form)
            (when remember? (note-definition form))
            (eval form submission)
            (loop)))))))

(define (callable? name)
  (let ((value (false-if-exception (module-ref submission name))))
    (and (procedure? value)
         (match (procedure-minimum-arity value)
           ((required optional rest?)
            (and (<= required 1) (or rest? (>= (+ required optional) 1))))
           (_ #t)))))

(send "loading" "{}")
(force-output records)
(catch #t
  (lambda ()
    (load-all (string-append here "/prelude.scm") #f)
    (load-all file #t))
  (lambda (key . args)
    (unless (eq? key 'quit)
      (set! load_error (describe key args))
      (set! load_error-kind (if (eq? key 'read-error) "syntax" "error")))))

(define names (delete-duplicates (filter callable? (reverse defined))))

(define found
  (if (string=? entry "-")
      (any (lambda (wanted) (find (lambda (name) (string=? (plain name) wanted)) names)) entry-names)
      (find (lambda (name) (string=? (symbol->string name) entry)) names)))

(unless found
  (when load_error (fail load_error-kind load_error))
  (fail "missing"
        (string-append "no procedure "
                       (if (string=? entry "-") "queens, solve or the like" entry)
                       " that takes n: "
                       (if (null? names)
                           "it defines no procedure of one argument"
                           (string-append "it defines "
                                          (string-join (map symbol->string names) ", "))))))

(send "ready" (object (cons "load_error" (text->json (or load_error "")))))
(force-output records)

(define start (get-internal-real-time))
(define count 0)
(define (answer item)
  (send "answer" (encode item 0))
  (force-output records)
  (set! count (+ count 1)))

(catch #t
  (lambda ()
    (let ((result ((module-ref submission found) n)))
      (cond ((or (pair? result) (null? result))
             (let loop ((rest result))
               (cond ((pair? rest) (answer (car rest)) (loop (cdr rest)))
                     ((null? rest) #t)
                     (else (answer rest)))))
            ((vector? result) (for-each answer (vector->list result)))
            (else (send "value" (encode result 0)) (set! count 1)))))
  (lambda (key . args)
    (fail (case key
            ((quit) "left")
            ((stack-overflow vm-error) "recursion")
            ((out-of-memory) "memory")
            (else "error"))
          (describe key args))))

(force-output)
(send "end" (object (cons "count" (number->string count))
                    (cons "seconds" (number->string
                                     (exact->inexact (/ (- (get-internal-real-time) start)
                                                        internal-time-units-per-second))))))
(force-output records)
(force-output)
(primitive-_exit 0)
