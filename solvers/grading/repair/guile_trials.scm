;; Tries changes of the program beside this file; stands alone, loaded by the suite's harness.

(use-modules (srfi srfi-1) (ice-9 match) (ice-9 textual-ports) (system vm vm))

(define most-parts 1000)
(define deepest 8)
(define longest-text 4000)
(define most-words 4000000) ; of the stack
(define few-words 100000) ; for the first n: a recursion without an end costs more with a large stack
(define small-limit 0.1)
(define loading 0.05) ; seconds, of processor time as all of them
(define harness (resolve-module '(guile-user)))
(define own-module (module-ref harness 'submission))
(define path #f)

;; For each change, its number and an outcome per size: nothing, or a value and a printed text.
(define (tried name call sizes edits seconds)
  (set! path (string-append (dirname (module-ref harness 'file)) "/" name))
  (let ((source (call-with-input-file path get-string-all #:encoding "UTF-8")))
    (let loop ((edits edits))
      (match edits
        (() '())
        (((number start end new) . others)
         (let ((text (string-append (substring source 0 start) new (substring source end))))
           (cons (list number (outcomes text call sizes seconds))
                 (lambda () (loop others)))))))))

(define (outcomes text call sizes seconds)
  (define (load-it) (load-text text))
  (define (starts n) (try n (+ loading seconds) (lambda () (load-it) *unspecified*)))
  (define loaded (if (string-null? call) '() (try (car sizes) (+ loading seconds) load-it)))
  (define (answers n)
    (try n seconds (lambda () (kept (eval (asked call n) (car loaded))))))
  (cond ((null? loaded) (map starts sizes))
        ((pair? loaded) (map answers sizes))
        (else (map (lambda (n) loaded) sizes))))

;; The value that the body gives, and what it prints; nothing after an error or at a limit.
(define (try n seconds body)
  (define told #f)
  (define printed
    (call-with-output-string
      (lambda (out)
        (set-program-arguments (list path (number->string n)))
        (with-input-from-string (format #f "~a\n" n)
          (lambda ()
            (with-output-to-port out
              (lambda ()
                (with-error-to-port (%make-void-port "w")
                  (lambda () (set! told (in-bounds seconds body)))))))))))
  (if told
      (list (car told) (substring printed 0 (min longest-text (string-length printed))))
      *unspecified*))

(define (in-bounds seconds body)
  (define tag (make-prompt-tag))
  (define (stop . _) (abort-to-prompt tag))
  (define (set-limit microseconds) (setitimer ITIMER_VIRTUAL 0 0 0 microseconds))
  (define (guarded)
    (catch #t
      (lambda () (list (body)))
      (lambda (key . _) (and (eq? key 'quit) (list *unspecified*)))))
  (call-with-prompt tag
    (lambda ()
      (sigaction SIGVTALRM (lambda (signal) (false-if-exception (stop))))
      (set-limit (inexact->exact (round (* 1000000 seconds))))
      (let* ((words (if (< seconds small-limit) few-words most-words))
             (told (call-with-stack-overflow-handler words guarded stop)))
        (set-limit 0)
        told))
    (lambda (_) #f)))

;; A fresh module in which the text was evaluated, with what the harness gives a program.
(define (load-text text)
  (define module (make-fresh-user-module))
  (set-module-duplicates-handlers! module (lookup-duplicates-handlers '(last)))
  (dynamic-wind
    (lambda () (module-set! harness 'submission module))
    (lambda ()
      ((module-ref harness 'add-prelude))
      (call-with-input-string text
        (lambda (in)
          (let loop ((form (read in)))
            (unless (eof-object? form)
              (eval form module)
              (loop (read in))))))
      module)
    (lambda () (module-set! harness 'submission own-module))))

(define (asked call n)
  (define at (string-contains call "{n}"))
  (if at
      (asked (string-append (substring call 0 at) (number->string n) (substring call (+ at 3))) n)
      (call-with-input-string call read)))

;; A copy of a value, in lists; raises an error if it is larger than any that can be right.
(define (kept value)
  (define parts 0)
  (define (copy value depth)
    (define (inner item) (copy item (+ depth 1)))
    (set! parts (+ parts 1))
    (when (or (> parts most-parts) (> depth deepest)) (error "too large"))
    (cond ((or (pair? value) (promise? value))
           (let loop ((rest value))
             (cond ((promise? rest) (loop (force rest)))
                   ((pair? rest) (let ((first (inner (car rest)))) (cons first (loop (cdr rest)))))
                   ((thunk? rest) (loop (rest)))
                   ((null? rest) rest)
                   (else (inner rest)))))
          ((vector? value) (map inner (vector->list value)))
          (else value)))
  (copy value 0))
