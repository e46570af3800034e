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
    """Yield a solution per answer."""
    engine = Prolog()
    engine.consult(str(PROGRAM))
    for answer in engine.query(f"solve({problem.n}, [], QP)"):
        yield tuple(reversed(answer["QP"]))


BACKEND = Backend(
    name="the text's nc/3, a loop over query()",
    paradigm="logic programming",
    solve=solve,
    requires=prolog.BACKEND.requires,
    version=prolog.BACKEND.version,
)
