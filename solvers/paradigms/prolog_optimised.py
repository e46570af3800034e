"""Logic programming: ``prolog/queens_optimised.pl``, whose arithmetic SWI-Prolog compiles.

Source: the program of ``prolog``, with the flag ``optimise`` of the SWI-Prolog manual, section
"Optimised compilation".
"""

from __future__ import annotations

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.paradigms import prolog


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the answers of solve/3 in queens_optimised.pl, in lexicographic order."""
    return prolog.ask_for_all("queens_optimised", problem, emit)


BACKEND = Backend(
    name="prolog-optimised",
    paradigm="logic programming",
    solve=solve,
    requires=prolog.BACKEND.requires,
    cure=prolog.BACKEND.cure,
    version=prolog.version,
    variant_of="prolog",
    difference="The same clauses, compiled with the flag optimise: arithmetic is no longer called.",
    idea="The program of prolog, whose arithmetic becomes instructions of the virtual machine. An "
    "inference is then a call of solve or nc and no longer also one of a comparison.",
    listing=("queens_optimised.pl", "set_prolog_flag", "solve", "nc"),
)
