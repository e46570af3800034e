"""Constraint logic programming: ``prolog/queens_clpfd.pl``, with SWI-Prolog's CLP(FD).

Source: M. Triska, library(clpfd) of SWI-Prolog, whose manual has the n-queens puzzle among its
examples. State the problem apart from searching it; the program is Prolog, this only asks it.
"""

from __future__ import annotations

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.paradigms import prolog


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the answers of solve/3 in queens_clpfd.pl."""
    return prolog.ask_for_all("queens_clpfd", problem, emit)


def prepare() -> None:
    """Load the program, and with it the library, before the clock starts."""
    prolog.load_program("queens_clpfd")


BACKEND = Backend(
    name="clpfd",
    paradigm="constraint logic programming",
    solve=solve,
    requires=prolog.BACKEND.requires,
    prepare=prepare,
    cure=prolog.BACKEND.cure,
    version=prolog.version,
    practical_n=12,
    idea="State that no two queens attack each other before any row is known, then label the "
    "columns. Constraints wake up when a row becomes known and take what is attacked from "
    "the other domains.",
    listing=("queens_clpfd.pl", "solve", "no_attacks", "no_attack"),
)
