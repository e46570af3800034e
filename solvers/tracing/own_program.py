"""One's own program in a report: its check, and the steps of a goal of Prolog as a film."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending
from solvers.grading.result import CheckResult
from solvers.grading.returned import SMALLEST_SURE, Format, NoPlacement, read_values
from solvers.grading.stepping import ENDS, CallPlace, Step, can_be_stepped, stepped
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement, is_valid
from solvers.tracing.board_so_far import boards_so_far
from solvers.tracing.event import Kind, Queens
from solvers.tracing.films import PackedFilm, by_columns, changed_lines, zipped

if TYPE_CHECKING:
    from solvers.grading.compared import ComparedProgram

STEPPED_SECONDS = 5.0
"""The longest time for the steps in a report."""

USUAL_N = 4
"""The n whose steps are shown unless an answer shows a better one or somebody names another."""


@dataclass(frozen=True, slots=True)
class OwnProgram:
    """A program of one's own in a report.

    ``film`` are its steps for ``n``, and ``first_wrong`` the number of the step with its first
    wrong board, or 0. Without a film, ``ending`` is that of a program whose steps did not arrive,
    or None for one that cannot be stepped through.
    """

    name: str
    checked: CheckResult
    n: int
    film: PackedFilm | None = None
    first_wrong: int = 0
    ending: Ending | None = None


def own_program(program: ComparedProgram, n: int, limits: Limits) -> OwnProgram:
    """The check of the program for n, and the steps of its subject.

    The steps are those for ``shown_size``, or for USUAL_N if nothing was read.
    """
    own = without_steps(program, program.checked(n, limits))
    if own.ending is None:
        return own
    limits = replace(limits, seconds=min(limits.seconds, STEPPED_SECONDS))
    checked, n = own.checked, own.n
    steps = stepped(checked.submission, checked.subject, n, limits, program.sandbox)
    if isinstance(steps, Ending):
        return replace(own, ending=steps)
    return OwnProgram(own.name, checked, n, *film_of_steps(steps, n, checked))


def without_steps(program: ComparedProgram, checked: CheckResult) -> OwnProgram:
    """The check of the program, with the steps interrupted if it can be stepped through."""
    n = shown_size(checked) or min(max(checked.sizes, default=USUAL_N), USUAL_N)
    is_possible = can_be_stepped(checked.submission, checked.subject)
    ending = Ending(Cause.INTERRUPTED) if is_possible else None
    return OwnProgram(program.name, checked, n, ending=ending)


def shown_size(result: CheckResult) -> int:
    """The n whose answers and steps are shown: the smallest that is wrong, from 4 on if possible.

    0 if no answer was read.
    """
    wrong = [n for n, size in result.judged.items() if not size.passed]
    fitting = wrong or [*result.judged]
    return next((n for n in fitting if n >= SMALLEST_SURE), fitting[0] if fitting else 0)


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A step, and the board so far after it, () for none: of several, the first wrong one.

    ``number`` counts the answers, from 1; it is 0 for other steps. Of an answer, ``boards`` is the
    number of its boards, None for one that cannot be read, and ``solutions`` are those that are
    solutions and new.
    """

    step: Step
    board: Queens = ()
    number: int = 0
    boards: int | None = None
    is_wrong: bool = False
    solutions: tuple[Placement, ...] = ()

    @property
    def sentence(self) -> str:
        """The step in a few words."""
        step = self.step
        if step.port in ENDS:
            return {
                "end": "end: there are no more answers",
                "error": f"error: {step.goal}",
                "steps": "the steps end here: there are more than are kept",
                "time": "the steps end here: the time is over",
                "limit": "the steps end here: they take more memory or output than is allowed",
                "stop": "the steps end here: the program's process has ended",
            }[step.port]
        if not self.number:
            return f"{step.port} ({step.depth}) {step.goal}"
        new = len(self.solutions)
        what = f"{self.boards} boards, {new} of them new solutions"
        if self.boards is None:
            what = "no readable board"
        elif self.boards == 1:
            what = "no solution" if self.is_wrong else "a solution" if new else "the same again"
        return f"answer {self.number}: {step.goal}: {what}"

    @property
    def line(self) -> str:
        """The step as Prolog's own tracer prints it, with the number of its line."""
        step = self.step
        if self.number or step.port in ENDS:
            return f"% {self.sentence}"
        place = f"  % {_words(step.place)}" if step.place.line else ""
        return f"{step.port.capitalize()}: ({step.depth}) {step.goal}{place}"

    def document(self) -> dict[str, Any]:
        """The step as plain data."""
        step = self.step
        own = {
            "port": step.port,
            "depth": step.depth,
            "goal": step.goal,
            "line": step.place.line or None,
            **({"file": step.place.file} if step.place.file else {}),
            "bindings": list(step.bindings),
            "choice_points": [text for text, _ in step.choices],
        }
        return {"kind": str(Kind.PORT), "queens": list(self.board), "own": own}


def seen(steps: Sequence[Step], n: int, answer_format: Format | None = None) -> Iterator[SeenStep]:
    """Each step with its board, in the format of the check, or else that of its answers."""
    answer_format = answer_format or _format(steps, n)
    so_far = boards_so_far(steps, n, answer_format)
    number, before = 0, set[Placement]()
    for step in steps:
        found = answer_format.solutions(step.answer, n) if answer_format and step.answer else None
        boards = [() if isinstance(each, NoPlacement) else each for each in found or ()]
        if step.port != "answer":
            yield SeenStep(step, boards[0] if len(boards) == 1 else so_far(step))
            continue
        number += 1
        good = {each for each in boards if each and is_valid(pack([each], n).placements()).all()}
        wrong = [each for each in boards if each not in good]
        new = tuple(each for each in dict.fromkeys(boards) if each in good - before)
        board = next(iter([*wrong, *boards]), ())
        count = None if found is None else len(found)
        yield SeenStep(step, board, number, count, is_wrong=bool(wrong), solutions=new)
        before |= good


def _format(steps: Sequence[Step], n: int) -> Format | None:
    """The format of the answers; without one, that of the values that were bound on the way."""
    answers = [step.answer[0] for step in steps if step.answer and step.port == "answer"]
    values = answers or [step.answer[0] for step in steps if step.answer]
    reading = read_values({n: tuple(dict.fromkeys(values))}) if values else None
    return reading.format if reading else None


def film_of_steps(steps: Sequence[Step], n: int, checked: CheckResult) -> tuple[PackedFilm, int]:
    """The steps as a film that the player of a report plays, and the number of the first wrong one.

    It counts from 1; 0: no board is wrong.
    """
    rows: list[dict[str, Any]] = []
    solutions: list[Placement] = []
    before: tuple[str, ...] = ()
    for shown in seen(steps, n, checked.format):
        state, place = tuple(_state_lines(shown.step)), shown.step.place
        row = {
            "kind": "answer" if shown.number else "port",
            "queens": list(shown.board),
            "sentence": shown.sentence,
            "is_aside": True,
            "line": place.line - 1 if place.line and not place.file else None,
            "state": changed_lines(before, state) or None,
            "is_wrong": shown.is_wrong or None,
        }
        if shown.solutions:
            solutions += shown.solutions
            row |= {"solutions": len(solutions), "means": "solution"}
        rows.append({name: value for name, value in row.items() if value is not None})
        before = state
    root = {"queens": [], "level": 0, "step": 0, "solutions": 0, "failed": [], "children": []}
    page = {
        "events": by_columns(rows),
        "decisions": by_columns([root]),
        "program": checked.submission.text.replace("\r\n", "\n").split("\n"),
    }
    film = PackedFilm(
        events=len(rows),
        gzip=zipped(page),
        solution=next(iter(solutions), ()),
        is_own=True,
    )
    return film, next((at for at, row in enumerate(rows, 1) if "is_wrong" in row), 0)


def _state_lines(step: Step) -> Iterator[str]:
    """The open goals, the bindings and the choice points after a step, line by line."""
    if step.depth > len(step.goals):
        yield f"... {step.depth - len(step.goals)} goals around these"
    for depth, goal in enumerate(step.goals):
        yield f"{'  ' * min(depth, 10)}{goal}"
    if step.bindings:
        yield ""
        yield from step.bindings
    if step.choices:
        yield ""
        yield "choice points, newest first"
    for (text, place), run in groupby(step.choices):
        times = len([*run])
        where = f" in {_words(place)}" if place.line else ""
        yield f"  {text}{where}{f' ({times} of them)' if times > 1 else ''}"


def _words(place: CallPlace) -> str:
    return f"line {place.line}{f' of {place.file}' if place.file else ''}"
