"""The COMP 333 program through pyswip as its README shows: a Python loop over ``query()``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pyswip import Prolog

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import prolog

PROGRAM = Path(__file__).with_name("queens_abs.pl")


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """An answer a solution; the text's program knows no blocked squares."""
    engine = Prolog()
    engine.consult(str(PROGRAM))
    start = list(reversed(problem.prefix))
    for answer in engine.query(f"solve({problem.n}, {start}, QP)"):
        placement = tuple(reversed(answer["QP"]))
        if problem.blocked.isdisjoint(enumerate(placement)):
            yield placement


BACKEND = Backend(
    name="the text's nc/3, a loop over query()",
    paradigm="logic programming",
    solve=solve,
    requires=prolog.BACKEND.requires,
    version=prolog.BACKEND.version,
)
