#lang racket/base
;; Tries changes of the program beside this file; stands alone, loaded by the suite's harness.
;;
;; A module takes Racket a tenth of a second or more to load. So the forms of most programs are
;; evaluated one by one in a single namespace, each compiled once for as long as it is not changed.

(require racket/list racket/port racket/promise racket/set racket/stream racket/string)
(provide tried)

(define most-parts 1000)
(define deepest 8)
(define longest-text 4000)
(define most-memory (* 256 1024 1024))
(define most-compiled 400)
(define here (path-only* (variable-reference->module-source (#%variable-reference))))
(define (path-only* path) (let-values ([(folder name must-be-dir?) (split-path path)]) folder))

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
  (define printed (open-output-string))
  (define (guarded n body)
    (parameterize ([current-output-port printed]
                   [current-command-line-arguments (vector (number->string n))]
                   [current-input-port (open-input-string (format "~a\n" n))])
      (in-bounds seconds body)))
  (define loaded (and (not (equal? call "")) (guarded (car sizes) (lambda () (load text #f)))))
  (for/list ([n (in-list sizes)])
    (define asked (string-replace call "{n}" (number->string n)))
    (define (ask)
      (parameterize ([current-namespace (car loaded)])
        (kept (eval (read (open-input-string asked))))))
    (get-output-bytes printed #t)
    (define told
      (cond [(equal? call "") (guarded n (lambda () (load text #t) (void)))]
            [loaded (guarded n ask)]
            [else #f]))
    (define shown (get-output-string printed))
    (if told
        (list (car told) (substring shown 0 (min longest-text (string-length shown))))
        (void))))

;; A list with what the body gives; #f after an error, or at the limit of time or memory.
(define (in-bounds seconds body)
  (define result #f)
  (define custodian (make-custodian))
  (custodian-limit-memory custodian most-memory custodian)
  (define (run)
    (let/ec leave
      (parameterize ([exit-handler (lambda (code) (set! result (list (void))) (leave (void)))]
                     [current-error-port (open-output-nowhere)]
                     [current-inspector (make-inspector)])
        (with-handlers ([(lambda (error) #t) void]) (set! result (list (body)))))))
  (define thread (parameterize ([current-custodian custodian]) (thread* run)))
  (let wait ()
    (unless (or (sync/timeout 0.02 thread)
                (> (current-process-milliseconds thread) (* 1000 seconds)))
      (wait)))
  (custodian-shutdown-all custodian)
  result)
