"""Nondeterminism in Racket, where a choice is a continuation: ``racket/amb.rkt``.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, exercise 4.44. The
program chooses a row in each column with ``an-element-of``. A continuation is the rest of the
program from one point on. ``call/cc`` passes the present one as ``choose``; ``(choose item)``
returns this item from ``an-element-of``. If the row is not safe, the program calls ``(fail)``. The
variable ``fail`` holds the way back into the loop, to the next item. After the last item, ``fail``
holds again the way back to the choice before, and is called:

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
