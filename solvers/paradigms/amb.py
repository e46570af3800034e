"""Nondeterminism: choose with amb, require, and let a failure go back to the last choice.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, section 4.3,
exercise 4.44. A program is a generator: ``yield rows`` is the book's ``(an-element-of rows)``, and
``yield ()`` its ``(amb)``, which has nothing to choose from and so fails. A generator cannot
continue twice from the same place, as a continuation in Scheme can. For another choice, the program
restarts and repeats the recorded choices.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from solvers.interface import Backend, Placement, Problem

Program = Generator[Sequence[Any], Any, Any]


def every_value(program: Callable[[], Program], work: Counter[str]) -> Iterator[Any]:
    """Every value that the program can return, depth first."""
    recorded: list[tuple[Any, ...]] = [()]
    while recorded:
        choices = recorded.pop()
        work["runs"] += 1
        run = program()
        try:
            alternatives = next(run)
            for choice in choices:
                alternatives = run.send(choice)
        except StopIteration as end:
            yield end.value
        else:
            recorded += [(*choices, choice) for choice in reversed(alternatives)]  # first on top


def require(condition: bool) -> Program:
    """Fail unless the condition holds."""
    if not condition:
        yield ()


def is_safe(row: int, placed: Placement) -> bool:
    """Whether none of the placed queens attacks a queen in this row of the next column."""
    column = len(placed)
    return all(abs(row - placed[c]) not in (0, column - c) for c in range(column))


def queens(domains: Sequence[Sequence[int]]) -> Program:
    """Exercise 4.44: choose a row in each column, and require that it is safe."""
    placed: Placement = ()
    for rows in domains:
        row = yield rows
        yield from require(is_safe(row, placed))
        placed = (*placed, row)
    return placed


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield every value of the program, in lexicographic order."""
    return every_value(lambda: queens(problem.domains), work)


BACKEND = Backend(
    name="amb",
    paradigm="nondeterminism",
    group="scheme",
    solve=solve,
    practical_n=10,
    practical_n_first=10,
    idea="Choose a row, and require that it is safe. After a failure, amb goes back to the last "
    "choice that has another row left.",
    searches="amb, a search that the program calls",
    undoes="amb: it goes back to its newest open choice",
    knows="the queens on the board",
)
