"""A run on a board of a family, read from its line: what is not as it was written is refused."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import Answer, Result
from solvers.errors import StoreError
from solvers.execution.counters import CountersError, whole_counters
from solvers.execution.ending import Status
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Placement, is_valid
from solvers.puzzle.problem import Problem

NAMES = {one.name for one in fields(Result)}


def read_result(line: bytes, family: Instances) -> Result:
    """The run of a line; raises StoreError.

    A solution in it is looked at again: no file can say of a board that it has one.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise StoreError("it is no JSON") from None
    if not isinstance(found, dict) or found.keys() != NAMES:
        raise StoreError("it has other fields than a run")
    try:
        result = Result(
            board=_whole(found["board"], 1, len(family)),
            backend=_text(found["backend"]),
            status=Status(found["status"]),
            answer=Answer(found["answer"]),
            seconds=_number(found["seconds"]),
            placement=_placement(found["placement"]),
            startup_seconds=_number(found["startup_seconds"]),
            peak_memory_mib=_number(found["peak_memory_mib"]),
            counters=whole_counters(found["counters"]),
            version=_text(found["version"]),
            note=_text(found["note"]),
        )
    except (ValueError, TypeError, CountersError) as error:
        raise StoreError(str(error)) from None
    _examine(result, family[result.board - 1].problem)
    return result


def _examine(result: Result, problem: Problem) -> None:
    """Raise StoreError where what is said of a board does not go together, or is not so."""
    if result.solved is not (result.seconds is not None):
        raise StoreError("a run that is solved, and no other, has a time")
    placement = result.placement
    if (result.answer is Answer.SOLUTION) is not (placement is not None):
        raise StoreError("a run with a solution, and no other, has a placement")
    if placement is None:
        return
    if len(placement) != problem.n or not all(0 <= row < problem.n for row in placement):
        raise StoreError("its placement is none of this board")
    packed = np.array([placement], np.uint8)
    if not (is_valid(packed) & problem.allows(packed)).all():
        raise StoreError("its placement is no solution of this board")


def _placement(value: Any) -> Placement | None:
    if value is not None and not (
        isinstance(value, list) and all(type(row) is int for row in value)
    ):
        raise StoreError("a placement is a list of rows")
    return None if value is None else tuple(value)


def _whole(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise StoreError(f"{value!r} is no number from {least} to {most}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise StoreError(f"{value!r} is no text")
    return value


def _number(value: Any) -> float | None:
    if value is not None and (type(value) not in {int, float} or not 0 <= value < math.inf):
        raise StoreError(f"{value!r} is no number from 0")
    return None if value is None else float(value)
