"""A finding: one fact about a program, with its details. ``output/`` says it in words.

Diagnoses, reasons, remarks and claims are findings. They are compared, grouped and left out by
their facts, never by words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Fact = Enum(
    "Fact",
    # Mistakes in a search, each of which explains a set of answers.
    "NO_DIAGONALS NO_ROWS NO_RISING_DIAGONAL NO_FALLING_DIAGONAL NEIGHBOURS_ONLY "
    "DIAGONALS_OF_NEIGHBOURS ALL_BUT_NEIGHBOURS DISTANCE_FROM_0 DISTANCE_FROM_2 "
    "DISTANCE_FROM_0_OR_2 DISTANCE_GROWS_BY_2 ROW_AFTER_LAST ROW_BEFORE_FIRST "
    "HALF_WITHOUT_MIDDLE HALF_WITH_MIDDLE NO_WAY_BACK NONE_FOUND NEW_ROWS_FROM_1 "
    "EARLIER_ROWS_FROM_1 NO_TEST INVERTED_TEST FIRST_QUEEN_SKIPPED FIRST_QUEEN_ONLY "
    "DIAGONALS_OF_FIRST_QUEEN NO_DIAGONALS_OF_FIRST_QUEEN DIAGONALS_END_BEFORE_0 "
    "DISTANCE_GOES_ON FIRST_ROW_ONLY FIRST_ROW_NEVER ONE_COLUMN_SHORT SMALLER_BOARD "
    "LARGER_BOARD NONE_ABOVE_1 LAST_MISSING FIRST_MISSING "
    # Mistakes in a source.
    "LOOP_ENDS ONE_ROW_REPEATED "
    # Other statements about the set of answers.
    "ONE_ONLY FIRST_ONLY COUNTS WRONG_COUNTS SHARED_LISTS ALL_THE_SAME OTHER_ROW_BASE "
    "DUPLICATES MIDDLE_MIRRORED SYMMETRIC_MISSING SOME_MISSING WRONG_LENGTHS NOT_A_PLACEMENT "
    "NO_WHOLE_BOARDS "
    "SLOW_GROWTH ALIKE CLASSES_MISSING WOULD_BE_RIGHT "
    # The ends of a program.
    "SYNTAX ENTRY_MISSING STACK_OVERFLOW LEFT UNDEFINED_NAME NOT_AVAILABLE WANTS_MORE_INPUT "
    "CANNOT_RUN NOT_IN_TIME MEMORY_GROWS TOO_MUCH_OUTPUT SUITE_FAILED EXITED ERROR "
    # Claims beside the answers that are judged.
    "OWN_RUN REPORTS REPORTS_FOR_NO_BOARD REPORTS_CLASSES DRAWS_CROWDED PRINTS_WRONG "
    "PRINTS_TWICE LISTS_PART_OF_ALL SAYS_SOLVABLE PRINTS_TOO_MUCH PRINTS_UNREADABLE "
    "RETURNS_NUMBER RETURNS_NO_SOLUTION OTHER_IS_WRONG OTHER_FINDS_SOME OWN_RUN_STOPPED "
    # Reasons why nothing is said of a program.
    "SAID RIGHT_BUT FORGED OUTPUT_CUT SIZE_NOT_TESTED ANSWERS_VARY KEPT_DEFAULT SAYS_ESSENTIAL "
    "MISSED_BY_CHANCE "
    "SHARED_AND_WRONG OBJECT_WITHOUT_ANSWERS GUESSED_CALL GIVES_NOTHING FLATTENED "
    "UNKNOWN_FORMAT UNBOUND_VARIABLE DIALECT NEEDS_PACKAGES NEEDS_FILES_BESIDE NOTHING_TO_CALL "
    "NO_ANSWER RETURNS_NOTHING RETURNS_EMPTY_LIST STOPS_WITH_ERROR NO_RIGHT_ANSWER "
    "PRINTS_EMPTY_LIST PRINTS_NO_VALUE NOT_INTERPRETED TRUTH_VALUE HIDDEN "
    # Assumptions, and actions for a program.
    "CALLED IGNORES_ARGUMENT KEEPS_STATE READ_FROM LABELLED FILES_MISSING",
    module=__name__,
)
"""The facts that are known; ``output/findings.py`` has the words of each."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact with its details. ``n`` is the size that it is about, or known from; 0: any."""

    fact: Fact
    n: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)

    def is_said_by(self, other: Finding | None) -> bool:
        """Whether the other one has all its details, so that its words say this too."""
        if other is None or not self.details:
            return other is not None and other.fact is self.fact
        return all(
            name in other.details and other.details[name] == value
            for name, value in self.details.items()
        )


def finding(fact: Fact, n: int = 0, **details: Any) -> Finding:
    """The finding with these details."""
    return Finding(fact, n, details)
