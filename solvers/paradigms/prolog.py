"""Logic programming: ``prolog/queens.pl``, run by SWI-Prolog through pyswip.

Source: the course project "N Queens Problem in Racket and Prolog" (COMP 333). The program is the
course's; what stands here only carries it over: Prolog's lists have the newest column first.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from solvers.interface import Backend, Counters, Emit, Placement

CHUNK = 100
"""How many solutions one answer of Prolog carries, after a first answer with one."""


def program() -> Path:
    """Where queens.pl is: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "prolog" / "queens.pl"
    return inside if inside.exists() else package.parent / "prolog" / "queens.pl"


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """Ask solve/3 for all its answers, many to one text, and turn each list round.

    A text read as JSON costs nothing over findall/3; an answer a solution costs a third more.
    """
    from pyswip import Prolog

    def inferences() -> int:
        return int(next(iter(Prolog.query("statistics(inferences, Count)")))["Count"])

    Prolog.consult(program())
    before = inferences()
    start = list(reversed(prefix))
    answers = Prolog.query(
        f"Size = count(1), findnsols(Size, QP, solve({n}, {start}, QP), Chunk),"
        f" nb_setarg(1, Size, {CHUNK}), term_string(Chunk, Text)",
        catcherrors=True,
    )
    for answer in answers:
        chunk = json.loads(answer["Text"])
        if chunk:
            emit(np.array(chunk, np.int16).reshape(len(chunk), n)[:, ::-1])
    return {"inferences": inferences() - before}


def version() -> str:
    """The version of SWI-Prolog, from SWI-Prolog itself."""
    from pyswip import Prolog

    number = int(next(iter(Prolog.query("current_prolog_flag(version, Number)")))["Number"])
    return f"SWI-Prolog {number // 10000}.{number // 100 % 100}.{number % 100}"


BACKEND = Backend(
    name="prolog",
    paradigm="logic programming",
    solve=solve,
    requires=("pyswip",),
    cure="sudo apt-get install swi-prolog-nox (macOS: brew install swi-prolog), "
    "then pip install pyswip",
    version=version,
)
