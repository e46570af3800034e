"""The subject: the function, or the printed text, that a verdict is about.

The first that applies: the call that the user names; the function with the first of the usual names
that can be called with n alone; else the text that the program prints when it is started with n.
Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from solvers.grading.given import GivenBoard
from solvers.grading.language import Language
from solvers.grading.protocol import Definition

USUAL_NAMES = (
    *("queens", "n_queens", "solve_n_queens", "solve_queens"),
    *("n_queen", "solve_n_queen", "solve_queen", "queen"),
    *("n_queens_solutions", "n_queens_solution", "queens_solutions"),
    *("n_queens_solver", "queens_solver", "queen_solver"),
    *("all_n_queens", "all_queens", "find_n_queens", "find_queens"),
    *("eight_queens", "place_n_queens", "place_queens"),
    *("solve", "solve_all", "solver", "solutions", "all_solutions"),
    *("find_solutions", "find_all_solutions", "get_solutions", "get_all_solutions"),
    *("total_n_queens", "count_n_queens", "count_queens", "n_queens_count", "count_solutions"),
)
"""The names of functions that can be a subject, the first one first."""

SIZE = "{n}"
"""The place of n in a call."""

BOARD = "{board}"
"""The place of a given board in a call."""

ANSWER = "Solution"
"""The variable of a Prolog goal whose values are its answers."""

EXERCISE_CLASS = "Solution"
"""The class in which sites for exercises expect a method."""


class Origin(Enum):
    """The rule by which the subject was found."""

    CALL = auto()
    USUAL_NAME = auto()
    SHAPE = auto()
    """The one variable of a model with the shape of a board."""
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class Subject:
    """A call in the program's language, or the program's own run if ``call`` is "".

    ``call`` has SIZE in the place of n; without it, the answers are for one size only. If
    ``printed``, the subject is the text that is printed, not the value; ``is_named`` if the user
    has asked for the program's own text. With ``has_boards``, each n is a given board.
    """

    origin: Origin
    call: str = ""
    printed: bool = False
    is_named: bool = False
    has_boards: bool = False

    @property
    def takes_n(self) -> bool:
        """Whether n is passed to the subject, or its answers are for the board that n is."""
        return self.origin is Origin.PROGRAM or SIZE in self.call or self.has_boards

    def text(self, n: int, language: Language | None = None) -> str:
        """The call for n; "" for the program's own run. A given board needs the language."""
        call = self.call.replace(SIZE, str(n))
        lines = n.lines if isinstance(n, GivenBoard) else ()
        return call.replace(BOARD, language.list_of(lines)) if language and lines else call

    @property
    def shown(self) -> str:
        """The call with the letter n, such as ``queens(n)``."""
        return self.call.replace(SIZE, "n").replace(BOARD, "board")

    def has_value(self, language: Language) -> bool:
        """Whether the call can have a value: a goal has one only in the variable ANSWER."""
        return not language.has_goals or re.search(rf"\b{ANSWER}\b", self.call) is not None


def usual_calls(language: Language, definitions: Iterable[Definition]) -> list[str]:
    """The calls of functions with usual names, the first name first."""
    calls = [call for definition in definitions for call in calls_of(language, definition)]
    ranked = [([RANKS.get(plain_name(name)) for name in names], text) for text, names in calls]
    usual = [(ranks, text) for ranks, text in ranked if ranks and None not in ranks]
    return [text for _, text in sorted(usual, key=lambda call: call[0])]


def plain_name(name: str) -> str:
    """The name in lower case, without underscores, hyphens, quotes and a number at its end."""
    return re.sub(r"[-_']", "", name).rstrip("0123456789").lower()


RANKS = {plain_name(name): rank for rank, name in enumerate(USUAL_NAMES)}


def is_usual(name: str) -> bool:
    """Whether the name stands in the table."""
    return plain_name(name) in RANKS


def is_a_solver(language: Language, source: str) -> bool:
    """Whether the source defines a usual name, and so can be a hand-in of its own."""
    pattern = language.defines
    return pattern is not None and any(is_usual(match[1]) for match in pattern.finditer(source))


def calls_of(language: Language, definition: Definition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The calls with n alone, each with the names that make it usual, if any do."""
    if definition.is_method and language.method_calls:
        home, _, name = definition.name.rpartition(".")
        made_alone, made_with_n = (
            call.replace("{home}", home).replace("{name}", name) for call in language.method_calls
        )
        if definition.made_least <= 0 and definition.takes(1):
            yield made_alone, (name,) if home == EXERCISE_CLASS else ()
        if definition.made_least <= 1 <= definition.made_most and definition.takes(0):
            yield made_with_n, (home, name)
    elif definition.made_least < 0:  # a function
        for count, calls in language.calls.items():
            for call in calls if definition.takes(count) else ():
                text = call.replace("{name}", definition.name)
                yield text, (definition.name,) if text == language.call_of(definition.name) else ()
