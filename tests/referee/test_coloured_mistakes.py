"""Wrong programs for coloured boards: each is found, with an example that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

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


class Pair(NamedTuple):
    """Two queens: how many columns and rows they are apart, and the colours of their squares.

    ``above`` is the difference of their rows with its sign, ``transposed`` holds the colours of the
    squares with columns and rows exchanged.
    """

    n: int
    apart: int
    above: int
    colours: tuple[int, int]
    transposed: tuple[int, int]

    @property
    def rows(self) -> int:
        return abs(self.above)


Rule = Callable[[Pair], bool]
ROW: Rule = lambda pair: pair.above == 0  # noqa: E731
TOUCH: Rule = lambda pair: pair.apart == pair.rows == 1  # noqa: E731
SHARE: Rule = lambda pair: len({*pair.colours}) == 1  # noqa: E731
RIGHT = ROW, TOUCH, SHARE


def placements(
    problem: Problem, rules: Sequence[Rule], queens: Placement = ()
) -> Iterator[Placement]:
    """All placements in which no two queens attack each other by one of these rules."""
    right, colours = len(queens), problem.colours
    if right == problem.n:
        yield queens
        return
    for row in range(problem.n):
        pairs = (
            Pair(
                problem.n,
                right - left,
                row - other,
                (colours[left][other], colours[right][row]),
                (colours[other][left], colours[row][right]),
            )
            for left, other in enumerate(queens)
        )
        if not any(rule(pair) for pair in pairs for rule in rules):
            yield from placements(problem, rules, (*queens, row))


INVALID: dict[str, tuple[Sequence[Rule], str]] = {
    "no touching test": ((ROW, SHARE), "touch"),
    "touching upwards only": ((ROW, SHARE, lambda pair: pair.apart == pair.above == 1), "touch"),
    "touching two columns away instead": (
        (ROW, SHARE, lambda pair: pair.apart == 2 and pair.rows == 1),
        "touch",
    ),
    "colours forgotten": ((ROW, TOUCH), "share a colour"),
    "colours of neighbours only": (
        (ROW, TOUCH, lambda pair: SHARE(pair) and pair.apart == 1),
        "share a colour",
    ),
    "the first colour forgotten": (
        (ROW, TOUCH, lambda pair: SHARE(pair) and pair.colours[0] > 0),
        "share a colour",
    ),
    "colours of rows and columns exchanged": (
        (ROW, TOUCH, lambda pair: len({*pair.transposed}) == 1),
        "share a colour",
    ),
    "rows forgotten": ((TOUCH, SHARE), "share a row"),
    "queens of chess": ((ROW, lambda pair: pair.rows == pair.apart), "share a colour"),
}
"""Rules that let too much pass, and the words about an example of it."""

INCOMPLETE: dict[str, Rule] = {
    "diagonals as in chess": lambda pair: pair.rows == pair.apart,
    "touching two columns away as well": lambda pair: pair.apart == 2 and pair.rows <= 1,
    "neighbouring colours forbidden": lambda pair: (
        abs(pair.colours[0] - pair.colours[1]) == pair.n - 1
    ),
}
"""Rules that forbid too much, beside the right ones."""


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
    rules, words = INVALID[name]
    said = [judged(board, [*placements(board, rules)]) for board in BOARDS]
    wrong = [why for verdict, why in said if verdict is Verdict.WRONG]
    assert any(why.endswith(words) for why in wrong), wrong


@pytest.mark.parametrize("name", INCOMPLETE)
def test_a_rule_that_forbids_too_much_is_found(name: str) -> None:
    said = [judged(board, [*placements(board, (*RIGHT, INCOMPLETE[name]))]) for board in BOARDS]
    assert (Verdict.WRONG, "a solution that it did not find") in said
