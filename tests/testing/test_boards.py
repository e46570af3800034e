"""The boards of the contract expose faults that an empty board hides."""

from __future__ import annotations

import pytest
from solutions import solutions_of
from wrong_backends import WRONG

from solvers import registry
from solvers.puzzle.symmetry import symmetries_of
from solvers.referee.verdict import Verdict
from solvers.testing.boards import BOARDS, random_boards
from solvers.testing.faults import judged
from solvers.testing.recording import record

SICP = registry.find("sicp")
TRANSPOSED = WRONG["transposed"].backend
MAIN_DIAGONAL = "mirror images in the main diagonal"


@pytest.mark.parametrize("name", BOARDS)
def test_a_transposed_backend_is_caught_by_any_asymmetric_board(name: str) -> None:
    problem = BOARDS[name]
    mirrored = {tuple(one.index(row) for row in range(problem.n)) for one in solutions_of(problem)}
    found = judged(problem, record(TRANSPOSED, problem).packer)
    seen = mirrored != solutions_of(problem)
    assert found.verdict is (Verdict.WRONG if seen else Verdict.CORRECT)
    assert not (seen and MAIN_DIAGONAL in symmetries_of(problem))


def test_the_boards_are_of_all_kinds() -> None:
    numbers = [len(solutions_of(problem)) for problem in BOARDS.values()]
    assert {problem.n for problem in BOARDS.values()} == set(range(9))
    assert 0 in numbers
    assert 1 in numbers
    assert {bool(solutions_of(one)) for one in random_boards([8], 200)} == {True, False}
