"""The COMP 333 program through pyswip as its README shows: a Python loop over ``query()``."""

from __future__ import annotations

from pathlib import Path

from pyswip import Prolog

from solvers.board.placements import Placement
from solvers.interface import Backend, Counters, Emit
from solvers.paradigms import prolog

PROGRAM = Path(__file__).with_name("queens_abs.pl")


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """An answer a solution."""
    engine = Prolog()
    engine.consult(str(PROGRAM))
    for answer in engine.query(f"solve({n}, {list(reversed(prefix))}, QP)"):
        emit(tuple(reversed(answer["QP"])))
    return {}


BACKEND = Backend(
    name="the text's nc/3, a loop over query()",
    paradigm="logic programming",
    solve=solve,
    requires=prolog.BACKEND.requires,
    version=prolog.version,
)
