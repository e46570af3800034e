"""A finding: one fact about a program, with its details. ``output/`` turns it into words.

Diagnoses, reasons, remarks and claims are findings. The suite compares, groups and drops findings
by their facts, never by words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any


class Fact(Enum):
    """The facts that a finding can state; ``output/findings.py`` has the words of each."""

    # Mistakes in a search, each of which explains a set of answers.
    NO_DIAGONALS = auto()
    NO_ROWS = auto()
    NO_RISING_DIAGONAL = auto()
    NO_FALLING_DIAGONAL = auto()
    NEIGHBOURS_ONLY = auto()
    DIAGONALS_OF_NEIGHBOURS = auto()
    ALL_BUT_NEIGHBOURS = auto()
    DISTANCE_FROM_0 = auto()
    DISTANCE_FROM_2 = auto()
    DISTANCE_FROM_0_OR_2 = auto()
    DISTANCE_GROWS_BY_2 = auto()
    ROW_AFTER_LAST = auto()
    ROW_BEFORE_FIRST = auto()
    HALF_WITHOUT_MIDDLE = auto()
    HALF_WITH_MIDDLE = auto()
    NO_WAY_BACK = auto()
    NONE_FOUND = auto()
    NEW_ROWS_FROM_1 = auto()
    EARLIER_ROWS_FROM_1 = auto()
    NO_TEST = auto()
    INVERTED_TEST = auto()
    FIRST_QUEEN_SKIPPED = auto()
    FIRST_QUEEN_ONLY = auto()
    DIAGONALS_OF_FIRST_QUEEN = auto()
    NO_DIAGONALS_OF_FIRST_QUEEN = auto()
    DIAGONALS_END_BEFORE_0 = auto()
    DISTANCE_GOES_ON = auto()
    FIRST_ROW_ONLY = auto()
    FIRST_ROW_NEVER = auto()
    FIRST_OF_EACH_ROW = auto()
    ONE_COLUMN_SHORT = auto()
    SMALLER_BOARD = auto()
    LARGER_BOARD = auto()
    NONE_ABOVE_1 = auto()
    LAST_MISSING = auto()
    FIRST_MISSING = auto()

    # Mistakes in a source.
    LOOP_ENDS = auto()
    ONE_ROW_REPEATED = auto()

    # Other statements about the set of answers.
    ONE_ONLY = auto()
    FIRST_ONLY = auto()
    ENDS_EARLY = auto()
    COUNTS = auto()
    WRONG_COUNTS = auto()
    SHARED_LISTS = auto()
    ALL_THE_SAME = auto()
    OTHER_ROW_BASE = auto()
    DUPLICATES = auto()
    MIDDLE_MIRRORED = auto()
    SYMMETRIC_MISSING = auto()
    SOME_MISSING = auto()
    WRONG_LENGTHS = auto()
    NOT_A_PLACEMENT = auto()
    NO_WHOLE_BOARDS = auto()
    SLOW_GROWTH = auto()
    WOULD_BE_RIGHT = auto()

    # The ends of a program.
    SYNTAX = auto()
    ENTRY_MISSING = auto()
    STACK_OVERFLOW = auto()
    LEFT = auto()
    UNDEFINED_NAME = auto()
    NOT_AVAILABLE = auto()
    WANTS_MORE_INPUT = auto()
    CANNOT_RUN = auto()
    NOT_IN_TIME = auto()
    MEMORY_GROWS = auto()
    TOO_MUCH_OUTPUT = auto()
    SUITE_FAILED = auto()
    EXITED = auto()
    ERROR = auto()

    # Claims beside the answers that are judged.
    OWN_RUN = auto()
    REPORTS = auto()
    REPORTS_FOR_NO_BOARD = auto()
    REPORTS_CLASSES = auto()
    DRAWS_CROWDED = auto()
    SHOWS_ITS_WAY = auto()
    PRINTS_WRONG = auto()
    PRINTS_TWICE = auto()
    LISTS_PART_OF_ALL = auto()
    SAYS_SOLVABLE = auto()
    PRINTS_TOO_MUCH = auto()
    PRINTS_UNREADABLE = auto()
    RETURNS_NUMBER = auto()
    RETURNS_NO_SOLUTION = auto()
    OTHER_IS_WRONG = auto()
    OTHER_FINDS_SOME = auto()
    OWN_RUN_STOPPED = auto()

    # Reasons for no verdict.
    SAID = auto()
    RIGHT_BUT = auto()
    FORGED = auto()
    OUTPUT_CUT = auto()
    SIZE_NOT_TESTED = auto()
    ANSWERS_VARY = auto()
    KEPT_DEFAULT = auto()
    SAYS_ESSENTIAL = auto()
    MISSED_BY_CHANCE = auto()
    SHARED_AND_WRONG = auto()
    OBJECT_WITHOUT_ANSWERS = auto()
    GUESSED_CALL = auto()
    GIVES_NOTHING = auto()
    FLATTENED = auto()
    UNKNOWN_FORMAT = auto()
    UNBOUND_VARIABLE = auto()
    DIALECT = auto()
    NEEDS_PACKAGES = auto()
    NEEDS_FILES_BESIDE = auto()
    NOTHING_TO_CALL = auto()
    NO_ANSWER = auto()
    RETURNS_NOTHING = auto()
    RETURNS_EMPTY_LIST = auto()
    STOPS_WITH_ERROR = auto()
    NO_RIGHT_ANSWER = auto()
    PRINTS_EMPTY_LIST = auto()
    PRINTS_NO_VALUE = auto()
    NOT_INTERPRETED = auto()
    TRUTH_VALUE = auto()

    # Assumptions of a check, and its help for a program.
    CALLED = auto()
    IGNORES_ARGUMENT = auto()
    KEEPS_STATE = auto()
    READ_FROM = auto()
    LABELLED = auto()
    FILES_MISSING = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact with its details. ``n`` is the size that it concerns, or follows from; 0: any."""

    fact: Fact
    n: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)

    def is_said_by(self, other: Finding | None) -> bool:
        """Whether ``other`` has all details of this one, so that its words say this one too."""
        if other is None or not self.details:
            return other is not None and other.fact is self.fact
        return all(
            name in other.details and other.details[name] == value
            for name, value in self.details.items()
        )


def finding(fact: Fact, n: int = 0, **details: Any) -> Finding:
    """The finding of this fact, with these details."""
    return Finding(fact, n, details)
