"""CP-SAT with two workers loses or repeats boards, and says that it has found all.

Its maintainers say that it does not support more than one worker for all solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from unittest.mock import patch

from solvers.interface import Backend, Placement, Problem, VersionOf
from solvers.paradigms import cp_sat


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    with patch.object(cp_sat, "WORKERS", 2):
        yield from cp_sat.solve(problem, work)


BACKEND = Backend(
    name="cp-sat-two-workers",
    solve=solve,
    requires=("ortools.sat.python.cp_model",),
    install="pip install ortools",
    version=VersionOf("OR-Tools", "ortools"),
)
