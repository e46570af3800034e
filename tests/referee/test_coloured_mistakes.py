"""Wrong programs for coloured boards: each is found, with an example that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from coloured_boards import random_boards
from shares import a_share

from solvers.execution.result import Cause, Ending, Run
from solvers.output.messages import witness_words
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions, small_proof
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, Verdict

BOARDS = [board for board in random_boards(40, 7) if len(known_solutions(board)) > 3][:12]


@dataclass(frozen=True)
class Pair:
    """Two queens: how many columns and rows they are apart, and their colours, by a rule."""

    problem: Problem
    left: int
    row: int
    right: int
    other: int

    @property
    def apart(self) -> int:
        return self.right - self.left

    @property
    def rows(self) -> int:
        return abs(self.row - self.other)

    @property
    def touch(self) -> bool:
        return self.apart == 1 and self.rows == 1

    @property
    def colours(self) -> tuple[int, int]:
        colours = self.problem.colours
        return colours[self.left][self.row], colours[self.right][self.other]

    @property
    def transposed(self) -> tuple[int, int]:
        colours = self.problem.colours
        return colours[self.row][self.left], colours[self.other][self.right]

    @property
    def share(self) -> bool:
        return len({*self.colours}) == 1


Rule = Callable[[Pair], bool]
RIGHT: Rule = lambda pair: pair.rows == 0 or pair.touch or pair.share  # noqa: E731


def placements(problem: Problem, attack: Rule, queens: Placement = ()) -> Iterator[Placement]:
    """All placements in which no two queens attack each other by this rule."""
    right = len(queens)
    if right == problem.n:
        yield queens
        return
    for row in range(problem.n):
        pairs = (Pair(problem, left, other, right, row) for left, other in enumerate(queens))
        if not any(map(attack, pairs)):
            yield from placements(problem, attack, (*queens, row))


INVALID = {
    "no touching test": (lambda pair: pair.rows == 0 or pair.share, "touch"),
    "touching upwards only": (
        lambda pair: (
            pair.rows == 0 or pair.share or (pair.apart == 1 and pair.other == pair.row + 1)
        ),
        "touch",
    ),
    "touching two columns away instead": (
        lambda pair: pair.rows == 0 or pair.share or (pair.apart == 2 and pair.rows == 1),
        "touch",
    ),
    "colours forgotten": (lambda pair: pair.rows == 0 or pair.touch, "share a colour"),
    "colours of neighbours only": (
        lambda pair: pair.rows == 0 or pair.touch or (pair.share and pair.apart == 1),
        "share a colour",
    ),
    "the first colour forgotten": (
        lambda pair: pair.rows == 0 or pair.touch or (pair.share and pair.colours[0] > 0),
        "share a colour",
    ),
    "colours of rows and columns exchanged": (
        lambda pair: pair.rows == 0 or pair.touch or len({*pair.transposed}) == 1,
        "share a colour",
    ),
    "rows forgotten": (lambda pair: pair.touch or pair.share, "share a row"),
    "queens of chess": (lambda pair: pair.rows in (0, pair.apart), "share a colour"),
}
"""Rules that let too much pass, and the words about an example of it."""

INCOMPLETE: dict[str, Rule] = {
    "diagonals as in chess": lambda pair: RIGHT(pair) or pair.rows == pair.apart,
    "touching two columns away as well": lambda pair: (
        RIGHT(pair) or (pair.apart == 2 and pair.rows <= 1)
    ),
    "neighbouring colours forbidden": lambda pair: (
        RIGHT(pair) or abs(pair.colours[0] - pair.colours[1]) == pair.problem.n - 1
    ),
}
"""Rules that forbid too much."""


def judged(problem: Problem, found: list[Placement]) -> tuple[Verdict, str]:
    """The referee's verdict on a program that found these, and the words about its example."""
    packed = pack(found, problem.n).placements()
    runs = [Run("mine", "testing", Ending(Cause.DONE), packed)]
    result = crosscheck(problem, runs, proof=small_proof(problem))
    (judgement,) = result.judgements
    assert (result.agreement is Agreement.IDENTICAL) == (judgement.verdict is Verdict.CORRECT)
    witness = judgement.witness
    if witness and witness.attack:
        left, right = witness.attack
        assert witness.placement
        rows = witness.placement
        assert problem.attack((left, rows[left]), (right, rows[right]))
    return judgement.verdict, witness_words(witness, problem) if witness else ""


def test_the_right_program_is_right() -> None:
    for board in BOARDS:
        assert judged(board, [*placements(board, RIGHT)]) == (Verdict.CORRECT, "")


@a_share("name", INVALID)
def test_a_rule_that_lets_too_much_pass_is_found(name: str) -> None:
    rule, words = INVALID[name]
    said = [judged(board, [*placements(board, rule)]) for board in BOARDS]
    wrong = [why for verdict, why in said if verdict is Verdict.WRONG]
    assert any(why.endswith(words) for why in wrong), wrong


@pytest.mark.parametrize("name", INCOMPLETE)
def test_a_rule_that_forbids_too_much_is_found(name: str) -> None:
    said = [judged(board, [*placements(board, INCOMPLETE[name])]) for board in BOARDS]
    assert (Verdict.WRONG, "a solution that it did not find") in said
