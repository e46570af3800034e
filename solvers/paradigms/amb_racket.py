"""Nondeterminism in Racket, where a choice is a continuation: ``racket/amb.rkt``.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, exercise 4.44. The
program chooses a row in each column with ``an-element-of``. A continuation is the rest of the
program at some point. ``call/cc`` hands the current one over, as ``choose``; ``(choose item)``
goes on from there, with this item. If the row is not safe, the program calls ``(fail)``. The
variable ``fail`` holds the way back into the loop, to the next item. After the last item, it is set
again to the way to the choice before, and called:

    (define (an-element-of items)
      (define fail-before fail)
      (call/cc
       (lambda (choose)
         (for ([item items])
           (call/cc
            (lambda (next)
              (set! fail (lambda () (next #f)))
              (choose item))))
         (set! fail fail-before)
         (fail))))

The clock covers the start of Racket.
"""

from pathlib import Path

from solvers.adapters.program import Program
from solvers.interface import Backend, VersionLine

FOLDER = Path(__file__).with_name("racket")

BACKEND = Backend(
    name="amb-racket",
    paradigm="nondeterminism",
    solve=Program(("racket", "amb.rkt", "{rows}"), folder=str(FOLDER)),
    install="sudo apt-get install racket",
    version=VersionLine(("racket", "--version")),
    variant_of="amb",
    difference="In Racket, each choice saves a continuation, so the program never restarts.",
    practical_n=11,
    practical_n_first=25,
    program="amb.rkt",
)
