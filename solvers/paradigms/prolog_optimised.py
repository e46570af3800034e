"""Logic programming: ``prolog/queens_optimised.pl``, whose arithmetic SWI-Prolog compiles.

Source: the program of ``prolog``, with the flag ``optimise`` of the SWI-Prolog manual, section
"Optimised compilation". On a board with blocked squares it runs ``queens_domains.pl``, as
``prolog`` does, and nothing is optimised.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import prolog
from solvers.interface import Backend, Block, Problem
from solvers.paradigms.prolog import answers


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of solve/3, in lexicographic order."""
    return answers("queens_optimised", problem, work)


def prepare() -> None:
    """Load the program before the clock starts."""
    prolog.load("queens_optimised", "queens_domains")


BACKEND = Backend(
    name="prolog-optimised",
    paradigm="logic programming",
    solve=solve,
    requires=("pyswip",),
    install=prolog.INSTALL,
    version=prolog.version,
    prepare=prepare,
    practical_n_first=25,
    variant_of="prolog",
    difference="With the flag optimise, arithmetic is compiled; in its parent, each operation "
    "calls a predicate.",
    program="queens_optimised.pl",
)
