"""Finds the suite's Prolog programs, and runs them in this process with pyswip."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from solvers.install_hint import SWI_PROLOG
from solvers.interface import Block, VersionLine
from solvers.lazy import numpy as np

INSTALL = f"{SWI_PROLOG}, then pip install pyswip"

CHUNK = 250
"""The number of solutions per answer of Prolog; the first answer has only one."""


def program_file(name: str) -> Path:
    """The path of a file in ``prolog/``: beside the package in a checkout, else inside it."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "prolog" / name
    return inside if inside.exists() else package.parent / "prolog" / name


def load(*modules: str) -> None:
    """Load modules of ``prolog/``, and the code that transfers their answers."""
    import numpy  # noqa: F401  # before the clock starts

    for module in ("answers", *modules):
        # pyswip does not quote; JSON quoting is valid Prolog.
        path = json.dumps(str(program_file(f"{module}.pl")), ensure_ascii=False)
        first_answer(f"use_module({path}, [])")


def first_answer(goal: str) -> dict[str, Any]:
    """The variables of the goal's first answer; raises ValueError if there is none."""
    from pyswip import Prolog  # it starts Prolog

    (answer,) = Prolog.query(f"once(({goal}))", catcherrors=True)
    variables: dict[str, Any] = answer
    return variables


def answers(goal: str, work: Counter[str]) -> Iterator[Block]:
    """Yield the lists ``QP`` of all answers of the goal, many at once; count its inferences.

    The lists of a chunk arrive as one JSON text. This is as fast as findall/3, while one answer per
    solution would take a third longer.
    """
    for text in texts(f"answers:answers({goal}, QP, {CHUNK}, Text)", work):
        if lists := json.loads(text):
            yield np.array(lists, np.int16)


def texts(query: str, work: Counter[str]) -> Iterator[str]:
    """Yield ``Text`` of each answer of the query; count its inferences."""
    from pyswip import Prolog  # it starts Prolog

    before = _inferences()
    try:
        with closing(Prolog.query(query, catcherrors=True)) as chunks:  # one query at a time
            for chunk in chunks:
                yield chunk["Text"]
    finally:
        work["inferences"] += _inferences() - before


def _inferences() -> int:
    count: int = first_answer("statistics(inferences, Count)")["Count"]
    return count


def version() -> str:
    """The version of SWI-Prolog; if pyswip is not loaded, the program ``swipl`` reports it.

    Raises OSError if SWI-Prolog is not installed.
    """
    if "pyswip" not in sys.modules:
        said = VersionLine(("swipl", "--version"))()
        return f"SWI-Prolog {said.split()[2]}"
    number = first_answer("current_prolog_flag(version, Number)")["Number"]
    return f"SWI-Prolog {number // 10000}.{number // 100 % 100}.{number % 100}"
