"""What a report page holds besides its text: the documents, the traces, the solutions.

All of it is in one block of JSON, so that others can read it back out of the page.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from solvers import registry
from solvers.board.symmetry import representatives
from solvers.course.symmetry import classes
from solvers.course.traces import NotTracedError, tracer
from solvers.referee.verdict import Crosscheck
from solvers.report.json_document import document
from solvers.run.ending import Status

LARGEST_TRACE = 7
"""The largest board whose search is animated and drawn as a tree."""

LARGEST_SET = 8
"""The largest board of which all solutions are drawn; beyond it one of each class."""

MOST_DRAWN = 400
"""How many boards are drawn at most."""


def page_data(crosschecks: Sequence[Crosscheck]) -> dict[str, Any]:
    """The block: schema 1, the documents of ``compare.py``, traces and solutions."""
    return {
        "schema": 1,
        "comparisons": [document(one) for one in crosschecks],
        "traces": traces(crosschecks),
        "solutions": solutions(crosschecks),
    }


def traces(crosschecks: Sequence[Crosscheck]) -> dict[str, Any]:
    """The events of each backend that took part and can be traced, at the largest possible size.

    They are JSON lines as ``queens trace --output jsonl`` prints them, compressed with gzip and
    written in base64: as they are, they would make the page ten times as large.
    """
    possible = [one for one in crosschecks if one.problem.n <= LARGEST_TRACE]
    if not possible:
        return {}
    chosen = max(possible, key=lambda one: one.problem.n)
    n, prefix = chosen.problem.n, chosen.problem.prefix
    found = {}
    for judgement in chosen.judgements:
        run = judgement.run
        if run.status is Status.UNAVAILABLE or run.backend not in registry.backends():
            continue
        backend = registry.find(run.backend)
        if n > backend.practical_n:
            continue
        try:
            lines = [json.dumps(event.document()) for event in tracer(backend)(chosen.problem)]
        except NotTracedError:
            continue
        packed = gzip.compress("\n".join(lines).encode(), mtime=0)
        found[run.backend] = {
            "n": n,
            "prefix": list(prefix),
            "events": len(lines),
            "gzip": base64.b64encode(packed).decode(),
        }
    return found


def solutions(crosschecks: Sequence[Crosscheck]) -> dict[str, Any] | None:
    """The agreed solutions of the largest board that has some, with the class of each."""
    agreed = [one for one in crosschecks if one.agreed is not None and len(one.agreed)]
    if not agreed:
        return None
    chosen = max(agreed, key=lambda one: one.problem.n)
    n, packed = chosen.problem.n, chosen.agreed
    if packed is None:
        return None
    groups = classes(map(tuple, packed.tolist()), n)
    boards = packed.tolist() if n <= LARGEST_SET else [list(one.representative) for one in groups]
    # A class has the key of its first solution, and classes come in the order of their keys.
    _, numbers = np.unique(representatives(np.array(boards, np.uint8)), return_inverse=True)
    shown = [
        {"rows": rows, "class": number}
        for rows, number in zip(boards, numbers.tolist(), strict=True)
    ]
    return {
        "n": n,
        "count": len(packed),
        "classes": [one.size for one in groups],
        "fundamental_only": n > LARGEST_SET,
        "boards": shown[:MOST_DRAWN],
        "left_out": max(len(shown) - MOST_DRAWN, 0),
    }
