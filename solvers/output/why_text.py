"""The explanation of a fault in words and lines: a part of the program, in its own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from solvers.errors import printable
from solvers.grading.explanation import ClausePart, ObservedTest, Symptom, Why
from solvers.output.messages import capital
from solvers.puzzle.placements import attacking_pair

MOST_LINES = 16
"""The most lines of a program that are shown."""

MOST_TESTS = 4
"""The most tests whose values are shown."""

QUOTED_OR_COMMENT = re.compile(  # what has no end is read once, too
    r"'(?:[^'\\\n]|\\.|'')*+'?|\"(?:[^\"\\]|\\.)*+\"?|0'(?:\\.|''|.)"
    r"|(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))",
    re.DOTALL,
)

SAYS_SOMETHING = re.compile(r"[^\s,;.()>|-]")


class Emphasis(StrEnum):
    """The ways in which a piece of a line takes part in the fault."""

    KEPT = "kept"
    LEFT_OUT = "left out"
    FALSE = "false"
    """A ``false`` that was put in."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """The pieces of the program's line with this number; without one, lines are not shown."""

    numbers: tuple[int, ...]
    pieces: tuple[tuple[str, Emphasis], ...]
    file: str = ""

    @property
    def label(self) -> str:
        """The number, behind the name of a file that the program loads, or ""."""
        return f"{self.file}:{self.numbers[0]}" if self.file else "".join(map(str, self.numbers))

    def __str__(self) -> str:
        """The line as text: "…" stands for text left out, except behind a false."""
        before = (Emphasis.KEPT, *(mark for _, mark in self.pieces))
        return "".join(
            "…" if mark is Emphasis.LEFT_OUT else printable(text)
            for (text, mark), last in zip(self.pieces, before, strict=False)
            if (last, mark) != (Emphasis.FALSE, Emphasis.LEFT_OUT)
        )


def shown_lines(why: Why) -> list[ShownLine]:
    """The lines of which something is left: at most MOST_LINES, without those in the middle."""
    lines = [line for part in why.clauses for line in _lines_of(why, part)]
    if len(lines) > MOST_LINES:
        half = MOST_LINES // 2
        lines[half : len(lines) - half + 1] = [ShownLine((), (("", Emphasis.LEFT_OUT),))]
    return lines


def _lines_of(why: Why, part: ClausePart) -> Iterator[ShownLine]:
    """The lines of a clause in which something is left; no comments are shown."""
    stop = re.compile(r"\s*\.").match(why.source, part.end)
    text = why.source[part.start : stop.end() if stop else part.end]
    marks = [Emphasis.KEPT] * len(text)
    falses = set()
    for start, end, new in part.edits:
        first, last = (min(place - part.start, len(text)) for place in (start, end))
        marks[first:last] = [Emphasis.LEFT_OUT] * (last - first)
        if why.symptom is Symptom.NO_END and "false" in new:
            falses.add(first)
    comments = {
        place
        for found in QUOTED_OR_COMMENT.finditer(text)
        if found["comment"]
        for place in range(*found.span())
    }
    begin = 0
    for row in text.splitlines(keepends=True):
        places = [at for at in range(begin, begin + len(row.rstrip())) if at not in comments]
        begin += len(row)
        pieces: list[tuple[str, Emphasis]] = []
        for mark, group in groupby(places, marks.__getitem__):
            found = list(group)
            if falses & {*found}:
                pieces.append(("false", Emphasis.FALSE))
            pieces.append(("".join(text[at] for at in found).expandtabs(4), mark))
        says = {mark for said, mark in pieces if SAYS_SOMETHING.search(said)}
        if says - {Emphasis.LEFT_OUT}:
            if pieces[-1][1] is Emphasis.KEPT:
                pieces[-1] = pieces[-1][0].rstrip(), Emphasis.KEPT
            place = part.start + begin - 1
            yield ShownLine((why.line(place),), tuple(pieces), printable(why.file(place)))


def _head(why: Why, lines: Sequence[ShownLine]) -> str:
    """The sentence above the lines."""
    goal = printable(why.goal)
    alone = "this part, with directives," if why.fragment.startswith(":-") else "this part alone"
    if why.symptom is Symptom.NO_END:
        stops = any(mark is Emphasis.FALSE for line in lines for _, mark in line.pieces)
        where = " (false was put in to switch off the rest)" if stops else ""
        return f"{goal} has not ended after {why.inferences:,} inferences. Nor has {alone}{where}:"
    if why.symptom is Symptom.TWICE:
        one, other = (_line_words(why, place) for place in why.ways)
        where = f"one way goes on in {one}, another in {other if other != one else 'the same'}"
        order = ", with its squares in another order" if why.reordered else ""
        return f"{goal} is true more than once{order}: {where}:"
    if why.symptom is Symptom.TESTS:
        return _tests_head(why)
    if why.cut is not None:
        return f"{goal} is false. {_cut_words(why, why.cut)}, the program finds it:"
    if why.board is None:
        return f"{goal} has no answer. Nor has {alone}:"
    return f"{goal} is false, though the board is a solution. {capital(alone)} makes it false:"


def _line_words(why: Why, place: int) -> str:
    """The line of a place, such as "line 3", or "line 3 of board.pl" in another file."""
    file = why.file(place)
    return f"line {why.line(place)}{f' of {printable(file)}' if file else ''}"


def _cut_words(why: Why, place: int) -> str:
    """The beginning of a sentence about the program without a cut, or with all answers."""
    line = _line_words(why, place)
    if why.source.startswith("!", place):
        return f"Without the cut in {line}"
    goal = "once" if why.source.startswith("once", place) else "->"
    new = "call in place of once" if goal == "once" else "*-> in place of ->"
    return f"{goal} in {line} takes the first answer alone; with {new}, which takes all"


def _is_attack(why: Why) -> bool:
    """Whether the tests are those of two queens that attack each other."""
    return why.pairs == (attacking_pair(why.board or ()),)


def _tests_head(why: Why) -> str:
    board = [row + why.base for row in why.board or ()]
    one, other = (board[column] for column in attacking_pair(why.board or ()) or (0, 0))
    both = f"{one} and {other}" if one != other else f"{one} twice"
    run = f"in the run for n = {len(board)} that gave {board}"
    if _is_attack(why):
        return f"{run}, tests in these lines were made with the rows of both queens, {both}:"
    none = f"{run}, no comparison had the rows of both queens, {both}"
    if not why.pairs:
        return none
    pairs = [f"{left + why.base} and {right + why.base}" for left, right in why.pairs]
    return f"{none}. The queens of these columns were compared: {', '.join(pairs)}:"


def _tail(why: Why) -> list[str]:
    """The sentences below the lines."""
    if why.symptom is Symptom.TESTS:
        shown = why.tests[:MOST_TESTS] if _is_attack(why) else ()
        return [*dict.fromkeys(_test_words(why, test) for test in shown)]
    if why.symptom is Symptom.TWICE or why.cut is not None:
        return []
    said = []
    if why.failed:
        goal, (place, *_), test = why.failed
        said = [
            f"{printable(goal)} is false, and so is its test in {_line_words(why, place)}: "
            f"{printable(test)}"
        ]
    if why.calls:
        called = why.calls[0].partition("(")[0]
        listed = ", then ".join(map(printable, why.calls))
        said.append(f"the first calls of {called} in it are {listed}")
    return [*said, "its other goals are not shown"] if why.left_out else said


def _test_words(why: Why, test: ObservedTest) -> str:
    """A test with its values, such as "a test in line 12 was true with Q = 1, D = 2"."""
    place, outcome, values = test
    seen = ", ".join(f"{name} = {value}" for name, value in values)
    return f"a test in {_line_words(why, place)} was {outcome} with {seen}"


@dataclass(frozen=True, slots=True)
class WhyReport:
    """An explanation as it is told: a ``head``, lines of the program, and a ``tail``.

    ``shown`` are the lines of which something is left, ``lines`` their numbers in the program's own
    file, and ``cut_line`` that of a cut without which the program finds the board. ``fragment`` is
    the part as a program of its own, which shows the fault; ``left_out`` of all its ``goals`` are
    not in it.
    """

    kind: str
    n: int | None
    goal: str
    lines: tuple[int, ...]
    cut_line: int | None
    left_out: int | None
    goals: int | None
    fragment: str | None
    inferences: int | None
    head: str
    shown: tuple[ShownLine, ...]
    tail: tuple[str, ...]


def why_report(why: Why) -> WhyReport:
    """The explanation in words and lines."""
    shown = tuple(shown_lines(why))
    return WhyReport(
        kind=str(why.symptom),
        n=why.n or None,
        goal=printable(why.goal),
        lines=tuple(number for line in shown if not line.file for number in line.numbers),
        cut_line=None if why.cut is None or why.file(why.cut) else why.line(why.cut),
        left_out=why.left_out,
        goals=why.goals,
        fragment=why.fragment or None,
        inferences=why.inferences,
        head=_head(why, shown),
        shown=shown,
        tail=tuple(_tail(why)),
    )


def why_lines(why: WhyReport) -> list[str]:
    """The whole explanation as lines of text."""
    width = max((len(line.label) for line in why.shown), default=0)
    shown = [f"  {line.label:>{width}} | {line}" for line in why.shown]
    return [f"why: {why.head}", *shown, *why.tail]
