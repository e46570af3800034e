"""What the explainer told, checked: a program that runs beside it may have meddled.

Numbers have to be places of the source, texts have to be among those that the explainer puts in,
and all of it has to be short. The rest, such as the goal that is shown, is made here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, NamedTuple

from solvers.grading.explanation import ClausePart, ObservedTest, Symptom
from solvers.grading.protocol import has_form
from solvers.grading.submission import Submission

CLAUSE = (int, int, int, [(int, int, str)])
FAILED = (str, int, int, [(str, int)])
PART = (
    str,
    str,
    int,
    int,
    [(int, int)],
    [str],
    [CLAUSE],
    [(int, int, str)],
    [int],
    [FAILED],
    [str],
)
WAYS = ([[(int, str, [(str, int)])]], [CLAUSE], int)

EDITS = {"true", "[]", "true, ", "false", "{false}", "false, "}
"""The texts that stand in the place of a goal that is left out."""

GOALS = {
    "none": "{call}",
    "filled": "{call}, Solution = [_|_]",
    "is": "",  # the value stands in the call
    "equals": "{call}, Solution = {value}",
    "member": "{call}, member({value}, Solution)",
    "twice": "{call}, Solution = {value}",
    "order": "{call}, msort(Solution, {value})",
}
"""The goals that show a fault, by the explainer's names."""

CHECKS = {
    Symptom.MISSING: "(call_with_inference_limit(({goal}), {limit}, _) -> fail ; Solution = 1)",
    Symptom.NO_END: "set_prolog_flag(stack_limit, 40000000), call_with_inference_limit("
    "\\+ (({goal}), fail), {limit}, _End), _End == inference_limit_exceeded, Solution = 1",
    Symptom.TWICE: "findall(x, limit(2, ({goal})), _Found), length(_Found, 2), Solution = 1",
}
"""The calls that answer 1 if a program shows the fault."""

MOST_CUTS = 20
LONGEST_PART = 20_000
"""The most characters of all clauses of a part, and the most tests of all runs."""

NAME = re.compile(r"[a-z]\w{0,19}")
VARIABLE = re.compile(r"[A-Z_]\w{0,39}")
CALL = re.compile(r"[a-z]\w*\([\w\s\[\](),/+|-]*\)")
LONGEST_CALL = 200
COMMITMENT = re.compile(
    r"'(?:[^'\\\n]|\\.|'')*+'|\"(?:[^\"\\]|\\.)*+\"|%[^\n]*|-->|\*->|(?P<sign>\bonce(?=\()|->)"
)
MOST_COMMITMENTS = 3
LOADING = (
    r"^:-\s*(?:(?:consult|ensure_loaded|use_module|include|load_files)\(\s*\[?\s*'?(?:\./)?NAME'?"
    r"\s*\]?\s*(?:,[^()]*)?\)|\[\s*'?(?:\./)?NAME'?\s*\])\s*\."
)
"""The directive that loads a file."""
MODULE = re.compile(r"^:-\s*module\([^.]*?\)\s*\.", re.MULTILINE)
INDICATOR = re.compile(r"[a-z]\w{0,99}/\d")


class Part(NamedTuple):
    """A part of a program, with the places of what is kept beside its clauses.

    ``form`` names one of GOALS, and ``value`` is the board in it, as the program writes it.
    ``limit`` are inferences, and ``goals`` those of the whole program. ``headers`` are directives,
    ``without`` predicates that lost all clauses. Without one of the ``cuts``, the answer is found.
    ``failed`` is the only test that was false in a run of the part: a call of the clause in which
    it stands, its place, the values of its variables. ``calls`` are the first three in a loop.
    """

    form: str
    value: str
    limit: int
    goals: int
    headers: tuple[tuple[int, int], ...]
    without: tuple[str, ...]
    clauses: tuple[ClausePart, ...]
    cuts: tuple[tuple[int, int, str], ...]
    ways: tuple[int, ...]
    failed: tuple[tuple[str, int, int, tuple[tuple[str, int], ...]], ...]
    calls: tuple[str, ...]

    def goal(self, call: str) -> str:
        """The goal that shows the fault; ``call`` is the subject's."""
        if self.form == "is":
            return re.sub(r"\bSolution\b", lambda _: self.value, call)
        return GOALS[self.form].replace("{value}", self.value).replace("{call}", call)

    def check(self, symptom: Symptom, call: str, limit: int) -> str:
        """The call that answers 1 if a program shows this fault of the goal."""
        goal = self.goal(call)
        if self.form in {"equals", "twice"}:
            goal = goal.replace(", Solution = ", ", harness:labelled(Solution), Solution = ")
        return CHECKS[symptom].replace("{limit}", str(limit)).replace("{goal}", goal)

    def program(self, source: str) -> str:
        """The part as a program of its own; a predicate that lost its clauses fails."""
        before = [f"{source[start:end]}.\n" for start, end in self.headers]
        before += [f":- dynamic {name}.\n" for name in self.without if INDICATOR.fullmatch(name)]
        return "".join([*before, *(clause.text(source) for clause in self.clauses)])


def part_in(
    told: Any, source: str, symptom: Symptom, squares: Iterable[tuple[int, int]] | None
) -> Part | None:
    """The part that the explainer told; None if it cannot be one.

    ``squares`` are those of the board that is missing or comes twice, as the program counts them.
    """
    if not has_form(told, PART):
        return None
    part = Part(*told)
    part = part._replace(clauses=tuple(map(ClausePart._make, part.clauses)))
    forms = {Symptom.NO_END: {"none"}, Symptom.TWICE: {"twice", "order"}}
    missing = {"none", "filled"} if squares is None else {"is", "equals", "member"}
    edits = [edit for clause in part.clauses for edit in clause.edits] + [*part.cuts]
    kept = [clause.goals for clause in part.clauses]
    is_right = (
        part.form in forms.get(symptom, missing)
        and (squares is None or _writes(part.value, [*squares], source))
        and _are_apart([*part.headers, *(clause[:2] for clause in part.clauses)], len(source))
        and _are_clauses(part.clauses)
        and {new for *_, new in edits} <= EDITS
        and all(_are_apart([cut[:2]], len(source)) for cut in part.cuts)
        and 0 <= min(kept) <= sum(kept) <= part.goals <= len(source)
        and len(part.ways) == (2 if symptom is Symptom.TWICE else 0)
        and all(0 <= place < len(source) for place in part.ways)
    )
    failed = tuple(each for each in part.failed[:1] if _is_failed(each, source))
    calls = part.calls if len(part.calls) == 3 and _are_calls(part.calls, source) else ()
    kept_parts = part._replace(cuts=part.cuts[:MOST_CUTS], failed=failed, calls=calls)
    return kept_parts if is_right else None


def ways_in(
    told: Any, source: str, runs: int
) -> tuple[list[list[ObservedTest]], tuple[ClausePart, ...], bool] | None:
    """The tests in each run that the explainer told, the clauses, and whether others are not seen.

    None if they cannot be.
    """
    if not has_form(told, WAYS) or len(told[0]) != runs:
        return None
    tests = [test for way in told[0] for test in way][: LONGEST_PART + 1]
    values = [value for *_, each in tests for value in each][: LONGEST_PART + 1]
    is_right = (
        max(len(tests), len(values)) <= LONGEST_PART
        and all(0 <= place < len(source) for place, *_ in tests)
        and {outcome for _, outcome, _ in tests} <= {"true", "false"}
        and _are_values({*values}, source)
        and _are_apart([clause[:2] for clause in told[1]], len(source))
    )
    return (told[0], tuple(map(ClausePart._make, told[1])), told[2] != 0) if is_right else None


def tests_of(
    pair: tuple[int, int], boards: Sequence[Sequence[int]], ways: Sequence[Sequence[ObservedTest]]
) -> list[ObservedTest]:
    """The tests of two queens in the first run.

    At the same turn of the same place, in all runs, the same variables have the rows of these two
    queens, and of no others. A column or a distance may be a row by chance, but not in all of them.
    """
    turns = [dict(_turns(way)) for way in ways]
    found = []
    for turn, test in turns[0].items():
        if not all(turn in others for others in turns):
            continue
        values = [dict(others[turn][2]) for others in turns]
        for names in permutations(values[0], 2):
            seen = [tuple(map(each.get, names)) for each in values]
            of = {
                (min(one, other), max(one, other))
                for one, other in permutations(range(len(boards[0])), 2)
                if seen == [(board[one], board[other]) for board in boards]
            }
            if of == {pair} and test not in found:
                found.append(test)
    return found


def _turns(way: Iterable[ObservedTest]) -> Iterator[tuple[tuple[int, int], ObservedTest]]:
    """The tests of a run, each with its place and its number among those made there."""
    made = Counter[int]()
    for test in way:
        made[test[0]] += 1
        yield (test[0], made[test[0]]), test


def has_both(test: ObservedTest, row: int, other: int) -> bool:
    """Whether two variables of the test had these values."""
    values = [value for _, value in test[2]]
    return {row, other} <= {*values} and (row != other or values.count(row) > 1)


def _are_apart(spans: Iterable[tuple[int, ...]], size: int, first: int = 0) -> bool:
    """Whether these are places between ``first`` and ``size`` that do not overlap."""
    ordered = sorted(spans)
    places = [first, *(place for span in ordered for place in span), size]
    are_long = all(start < end for start, end in ordered)
    return are_long and all(one <= other for one, other in pairwise(places))


def _are_clauses(clauses: tuple[ClausePart, ...]) -> bool:
    """Whether there are clauses, short ones, and each has its edits inside."""
    length = sum(clause.end - clause.start for clause in clauses)
    return 0 < length <= LONGEST_PART and all(
        _are_apart([edit[:2] for edit in each.edits], each.end, each.start) for each in clauses
    )


def _are_calls(calls: Iterable[str], source: str) -> bool:
    """Whether these can be short calls with names of the source, numbers and lists of them."""
    return all(
        len(call) <= LONGEST_CALL
        and CALL.fullmatch(call)
        and all(
            name == "_" or (NAME.fullmatch(name) and name in source)
            for name in re.findall(r"[^\W\d]\w*", call)
        )
        for call in calls
    )


def _is_failed(failed: tuple[str, int, int, tuple[tuple[str, int], ...]], source: str) -> bool:
    """Whether this can be a test of the source, and the call of names and numbers in it."""
    call, start, end, values = failed
    return (
        _are_calls([call], source)
        and 0 <= start < end <= min(len(source), start + LONGEST_CALL)
        and _are_values(values, source)
    )


def _are_values(values: Iterable[tuple[str, int]], source: str) -> bool:
    """Whether these can be variables of the source, and their values."""
    return all(
        VARIABLE.fullmatch(name) and name in source and abs(number) < 10**9
        for name, number in values
    )


def _writes(value: str, squares: list[tuple[int, int]], source: str) -> bool:
    """Whether the text is this board: its rows, or squares of one name, and no other word."""
    if len(value) > 40 * len(squares):
        return False
    words = {*re.findall(r"[^\W\d]\w*|[^\w\s,()\[\]\"'/:-]+", value)}
    is_plain = len(words) <= 1 and all(NAME.fullmatch(word) and word in source for word in words)
    numbers = [int(number) for number in re.findall(r"\d+", value)]
    pairs = [*zip(numbers[::2], numbers[1::2], strict=False)]
    rows = [row for _, row in squares]
    are_rows = numbers == rows or re.findall(r"\d", value) == [*map(str, rows)]
    turned = [(row, column) for column, row in squares]
    return is_plain and (are_rows or sorted(pairs) in (sorted(squares), sorted(turned)))


def commitments(part: Part, source: str) -> list[tuple[int, int, str]]:
    """The edits of the part that let a condition, or once, have more than its first answer."""
    found = []
    for clause in part.clauses:
        for match in COMMITMENT.finditer(source, clause.start, clause.end):
            is_left_out = any(start <= match.start() < end for start, end, _ in clause.edits)
            if match["sign"] and not is_left_out:
                new = "*->" if match["sign"] == "->" else "call"
                found.append((*match.span("sign"), new))
    return found[:MOST_COMMITMENTS]


def with_values(text: str, values: Iterable[tuple[str, int]]) -> str:
    """The text of a goal with the values of its variables in their place."""
    numbers = dict(values)
    filled = re.sub(r"\b[A-Z_]\w*", lambda name: str(numbers.get(name[0], name[0])), text)
    return " ".join(filled.split())


def whole_source(submission: Submission) -> tuple[str, tuple[tuple[int, str], ...]] | None:
    """The text of the program behind those of the files that it loads, and where each begins.

    None if a file is loaded in a way that is not seen here.
    """
    text = submission.text.replace("\ufeff", " ")
    texts = {"": f"%{text[1:]}" if text.startswith("#!") else text}
    texts |= {name: each.decode(errors="replace") for name, each in submission.companions.items()}
    blanked = {}
    loaded = set()
    for name, own in texts.items():
        blanked[name] = MODULE.sub(_blank, own) if name else own
        for other in submission.companions:
            stem = re.escape(Path(other).stem) + rf"(?:{re.escape(Path(other).suffix)})?"
            loading = re.compile(LOADING.replace("NAME", stem), re.MULTILINE)
            blanked[name], number = loading.subn(_blank, blanked[name])
            loaded |= {other} if number else set()
    if len(loaded) < len(submission.companions):
        return None
    source, files = "", []
    for name in sorted(blanked, reverse=True):  # the program itself is the last one
        files.append((len(source), name))
        source += blanked[name] + ("\n" if name else "")
    return source, tuple(files)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
