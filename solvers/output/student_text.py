"""Words for a program's author: facts, hints, a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from solvers.errors import printable
from solvers.execution.result import Status
from solvers.grading.finding import Fact, Finding
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.check_text import (
    diagnosis,
    earlier_words,
    interpretation,
    mismatch_words,
    remarks,
    verdict_words,
)
from solvers.output.messages import ending_words, is_not_found, rejected_words, witness_words
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import Problem, Square
from solvers.referee.verdict import Witness

HINTS: dict[str, set[Fact]] = {
    "Write down two queens on one diagonal: what do both have in common, the sum or the difference "
    "of row and column?": {Fact.NO_DIAGONALS},
    "Print one answer: do two of its queens share a row?": {Fact.NO_ROWS, Fact.NO_TEST},
    "Test your rule with two queens that touch at a corner: once the right one is the lower of "
    "them, once the higher.": {
        Fact.NO_RISING_DIAGONAL,
        Fact.NO_FALLING_DIAGONAL,
    },
    "Test two queens that are two columns apart: does your program compare them?": {
        Fact.NEIGHBOURS_ONLY,
        Fact.DIAGONALS_OF_NEIGHBOURS,
        Fact.ALL_BUT_NEIGHBOURS,
    },
    "Test a queen in the first row and column with one on its diagonal: does your program compare "
    "them?": {Fact.DIAGONALS_END_BEFORE_0, Fact.NO_DIAGONALS_OF_FIRST_QUEEN},
    "Write down how many columns each earlier queen is from the new queen. Does your program use "
    "these numbers?": {
        Fact.DISTANCE_FROM_0,
        Fact.DISTANCE_FROM_2,
        Fact.DISTANCE_FROM_0_OR_2,
        Fact.DISTANCE_GROWS_BY_2,
        Fact.DISTANCE_GOES_ON,
    },
    "Where does your search stop after the first solution? Continue there.": {
        *(Fact.FIRST_ONLY, Fact.ENDS_EARLY, Fact.ONE_ONLY, Fact.FIRST_OF_EACH_ROW),
    },
    "Where does your program store a solution? Can it store the same solution twice?": {
        Fact.DUPLICATES
    },
    "Run your program for n = 1, where the only board is a solution: which rows does it try, and "
    "does a test reject the board?": {Fact.NONE_FOUND},
    "Find the line that stores an answer: does it store a copy, or the list that your program goes "
    "on changing?": {Fact.SHARED_LISTS, Fact.ALL_THE_SAME},
    "Print your variables before and after the recursive call: which have changed?": {
        Fact.NO_WAY_BACK
    },
    "Which rows do you try for the first queen? Try all of them.": {
        *(Fact.HALF_WITHOUT_MIDDLE, Fact.HALF_WITH_MIDDLE, Fact.SYMMETRIC_MISSING),
        *(Fact.FIRST_ROW_ONLY, Fact.FIRST_ROW_NEVER),
    },
    "Look at the line that the message names, and at the line before it.": {Fact.SYNTAX},
    "Which condition ends the loop or the recursion, and does every step come closer to it?": {
        Fact.NOT_IN_TIME,
        Fact.TOO_MUCH_OUTPUT,
    },
    "Print one answer for n = 4: does it have four numbers, one for each column?": {
        *(Fact.WRONG_LENGTHS, Fact.NOT_A_PLACEMENT, Fact.ONE_COLUMN_SHORT),
    },
    "Print one board for n = 4: does it have four lines of four squares, and one queen on each?": {
        Fact.NO_WHOLE_BOARDS
    },
    "Place the first queens of a missing solution by hand: where does your search leave them?": {
        *(Fact.SOME_MISSING, Fact.FIRST_MISSING, Fact.LAST_MISSING),
    },
    "Place the queens of a missing solution one after another: which test of your program rejects "
    "one of them?": {Fact.NONE_ABOVE_1},
    "Take one wrong answer and two of its queens that attack each other: does your program compare "
    "these two?": {
        *(Fact.INVERTED_TEST, Fact.FIRST_QUEEN_SKIPPED, Fact.FIRST_QUEEN_ONLY),
        *(Fact.DIAGONALS_OF_FIRST_QUEEN, Fact.NEW_ROWS_FROM_1, Fact.EARLIER_ROWS_FROM_1),
    },
    "Which case ends the recursion, and does every call come closer to it?": {
        Fact.STACK_OVERFLOW,
        Fact.MEMORY_GROWS,
    },
    "Is the name spelled as in its definition, and defined before it is used?": {
        Fact.UNDEFINED_NAME
    },
    "For n = 4, which rows does your program try? There are four.": {
        Fact.ROW_AFTER_LAST,
        Fact.ROW_BEFORE_FIRST,
        Fact.SMALLER_BOARD,
        Fact.LARGER_BOARD,
    },
}
"""The hints about the next step; each with the facts that it helps with."""


OTHER_TASK = "Read your task again: if it asks for all solutions, give each of them."
"""The hint for a program that does another task."""


class Topic(StrEnum):
    """The headings of the facts about a failing n."""

    RESULT = "Result"
    EXAMPLE = "Example"
    NOT_FINISHED = "Not finished"
    CAUSE = "Probable cause"
    EARLIER = "Earlier answers"
    STEP = "Next step"


def hints(found: Sequence[Finding]) -> list[str]:
    """The hints for these findings, at most two."""
    facts = {each.fact for each in found}
    return [hint for hint, helped in HINTS.items() if helped & facts][:2]


def student_verdict(seen: CheckResult) -> str:
    """The verdict in one line."""
    return _to_student(verdict_words(seen))


def student_headline(seen: CheckResult, name: str = "") -> str:
    """The verdict in one line, after ``name``, or else the name of the program's file."""
    return f"{printable(name or seen.submission.path.name)}: {student_verdict(seen)}"


def without_options(text: str) -> str:
    """The text for a student, without the parts in brackets that name options of the command."""
    return re.sub(r" \([^()]*--[a-z][^()]*\)", "", text)


def facts(seen: CheckResult, n: int | None) -> Iterator[tuple[Topic, str]]:
    """The facts about a failing n, each with its topic.

    The smallest failing n also has the causes, the earlier answers and the next step.
    """
    if n and seen.does_another_task and not seen.reason:
        yield Topic.STEP, OTHER_TASK
    if n is None or seen.verdict is ProgramVerdict.NOT_JUDGED:
        return
    judgement = seen.judgements[n]
    if words := mismatch_words(seen, n):
        yield Topic.RESULT, words
    if witness := judgement.witness:
        axes = seen.outcomes[n].answer_format.axes
        yield Topic.EXAMPLE, _example(witness, n, axes, by_lines=judgement.show_by_lines)
    if n != seen.failing_n:
        if judgement.run.status is not Status.COMPLETE:
            ended = filter(None, [str(judgement.run.status), ending_words(judgement.run.ending)])
            yield Topic.NOT_FINISHED, ": ".join(ended)
        return
    for line in diagnosis(seen):
        yield Topic.CAUSE, _to_student(line)
    if earlier := earlier_words(seen):
        yield Topic.EARLIER, _to_student(earlier)
    for hint in hints(seen.mistakes):
        yield Topic.STEP, hint


def student_remarks(seen: CheckResult) -> list[str]:
    """The assumptions that the check made, and the format in which it read the answers."""
    said = [f"{capital(remark)}." for remark in remarks(seen)]
    words = interpretation(seen)
    return [*said, *([f"Your answers were interpreted as {words}."] if words else [])]


def board_of(seen: CheckResult, n: int | None) -> tuple[int, ...]:
    """The board of the example for n; () without one."""
    if n is None or seen.verdict is ProgramVerdict.NOT_JUDGED:
        return ()
    witness = seen.judgements[n].witness
    return tuple(witness.placement) if witness and witness.placement is not None else ()


def caption_of(seen: CheckResult) -> str:
    """The caption of the board if it is a missing solution; "" for the program's own board."""
    witness = seen.judgements[seen.failing_n].witness if seen.failing_n else None
    is_missing = witness is not None and witness.fault is Fault.MISSING
    return "A solution that is missing" if is_missing else ""


def drawn(board: Sequence[int], *, by_lines: bool) -> str:
    """The board as text, a line per row; ``by_lines``: it holds the column of each row's queen."""
    size = range(len(board))
    queens = {(row, queen) if by_lines else (queen, row) for row, queen in enumerate(board)}
    lines = (["Q" if (row, column) in queens else "." for column in size] for row in size)
    return "\n".join(map(" ".join, lines))


def capital(text: str) -> str:
    """The text with a capital letter, unless it begins with a call, such as queens(n)."""
    return text if re.match(r"[\w.-]+\(", text) else text[:1].upper() + text[1:]


def _to_student(line: str) -> str:
    """The sentence with "your program" in place of "it" at its beginning."""
    return re.sub(r"^(not judged: )?it(s?)\b", _your_program, line)


def _your_program(it: re.Match[str]) -> str:
    return (it[1] or "") + "your program" + ("'s" if it[2] else "")


def _example(witness: Witness, n: int, axes: Square, *, by_lines: bool) -> str:
    """A sentence about the example of a fault; it refers to a board by lines, and lists others.

    Columns and rows are counted from ``axes``, as the program counts them.
    """
    if witness.rejected:
        return rejected_words(witness.rejected, verb=f" is {witness.fault}:")
    listed = str([row + axes[1] for row in witness.placement or ()])
    answer = "the board below" if by_lines else listed
    if is_not_found(witness, Problem(n)):
        return f"{answer} is a solution that your program did not find"
    words = witness_words(witness, Problem(n), by_lines=by_lines, axes=axes)
    is_twice = witness.fault is Fault.DUPLICATE
    return f"{answer} was {words}" if is_twice else f"{answer} is {witness.fault}: {words}"
