"""The part of a program that shows its fault, loaded as a program of its own."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from checked_programs import checked, told
from places import ROOT, ZOO
from shares import a_share, slower

from solvers.execution.limits import Limits
from solvers.grading import why
from solvers.grading.explanation import Symptom, Why
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.check_documents import as_json
from solvers.output.why_text import MOST_LINES, Emphasis, shown_lines, why_lines, why_report

LIMITS = Limits(seconds=3, memory_mib=1024, output_mib=64)

PERMUTED = (
    (ROOT / "docs/why/twice.pl")
    .read_text()
    .replace("safe([_]).\n", "")
    .replace("abs(Q - R) =\\= D", "Q + D =\\= R,\n    Q - D =\\= R")
    .replace("D1", "E")
)
CHOSEN = """
queens(N, Qs) :-
    findall(R, between(1, N, R), Free),
    place(Free, [], Qs).

place([], Qs, Qs).
place(Free, Placed, Qs) :-
    select(Q, Free, Rest),
    \\+ attacked(Q, 1, Placed),
    place(Rest, [Q|Placed], Qs).

attacked(Q, D, [R|_]) :-
    Q =:= R + D.
attacked(Q, D, [R|_]) :-
    Q =:= R - D.
attacked(Q, D, [_|Rs]) :-
    E is D + 1,
    attacked(Q, E, Rs).
"""
SQUARES = """
queens(N, Board) :-
    columns(N, [], Board),
    fill(Board, N).

columns(0, Board, Board) :- !.
columns(C, Later, Board) :-
    B is C - 1,
    columns(B, [C/_|Later], Board).

fill([], _).
fill([Square|Others], N) :-
    fill(Others, N),
    Square = _/R,
    between(1, N, R),
    forall(member(Other, Others),
           free(Square, Other)).

free(C/R, D/S) :-
    (   R =:= S
    ->  fail
    ;   abs(R - S) =\\= D - C
    ).
"""
CONSTRAINED = (
    (ZOO / "not_labelled.pl").read_text().replace("s).\n\n", "s),\n    label(Columns).\n\n", 1)
)
GRAMMAR = """
queens(N, Qs) :-
    numlist(1, N, Rows),
    phrase(board(Rows, []), Qs).

board([], _) --> [].
board(Rows, Placed) -->
    { select(R, Rows, Rest),
      free(R, Placed, 1) },
    [R],
    board(Rest, [R|Placed]).

free(_, [], _).
free(R, [P|Ps], D) :-
    abs(R - P) =\\= D,
    E is D + 1,
    free(R, Ps, E).
"""
COLLECTED = (
    "queens(N, Boards) :- findall(Qs, board(N, N, [], Qs), Boards).\n"
    + (ZOO / "goal_prints.pl").read_text()
)
PROGRAMS = (PERMUTED, CHOSEN, SQUARES, CONSTRAINED, GRAMMAR, COLLECTED)

CHANGES = (
    *((r"=\\=", "=:="), (r"=:=", r"=\\="), (r"#\\=", "#="), (r" \+ ", " - "), (r" - ", " + ")),
    *((r"\b1\b", "2"), (r"\b0\b", "1"), (r"\\\+ ", ""), (r"\[_\|", "[_, _|"), (r"\bNs\b", "N")),
    *((r",$", ", !,"), (r"^    (?!.*->).*,$", "    true,"), (r"^(?=\w.*\.$)", "% ")),
)
"""Patterns in a line, each with the text that replaces one place where it matches."""


def mutants() -> Iterator[tuple[str, int]]:
    """Programs with one line changed, and the number of this line."""
    for program in PROGRAMS:
        for pattern, new in CHANGES:
            for found in re.finditer(pattern, program, re.MULTILINE):
                text = program[: found.start()] + new.replace(r"\\", "\\") + program[found.end() :]
                yield text, program.count("\n", 0, found.start()) + 1


MUTANTS = list(mutants())
FEW = 3


def explained(folder: Path, source: str, **options: str) -> CheckResult:
    """The result of checking this program, with its explanation."""
    return checked(folder / "mine.pl", source, limits=LIMITS, hints=True, **options)  # type: ignore[arg-type]  # the call


def shows(source: str, why: Why, folder: Path) -> bool:
    """Whether this program shows the fault that was explained, in a plain SWI-Prolog."""
    file = folder / "part.pl"
    file.write_text(source)
    goal = why.goal
    limited = f"call_with_inference_limit(({goal}), 3000000, _)"
    test = {
        Symptom.MISSING: f"\\+ {limited}",
        Symptom.NO_END: f"call_with_inference_limit(\\+ (({goal}), fail), {why.inferences}, R), "
        "R == inference_limit_exceeded",
        Symptom.TWICE: f"findall(x, limit(2, ({goal})), [_, _])",
        Symptom.TESTS: "true",
    }[why.symptom]
    command = ["swipl", "-q", "-g", f"({test}) -> true ; halt(3)", "-t", "halt", str(file)]
    told = subprocess.run(command, capture_output=True, check=False, timeout=60)
    return told.returncode == 0


def numbers(why: Why) -> set[int]:
    """The numbers of the lines that are shown."""
    return {number for line in shown_lines(why) for number in line.numbers}


def confirm(why: Why, source: str, folder: Path) -> None:
    """Assert all that an explanation says."""
    assert shows(source, why, folder)
    if why.fragment:
        assert shows(why.fragment, why, folder)
    if why.cut is not None:
        without = source[: why.cut] + "true" + source[why.cut + 1 :]
        assert not shows(without, why, folder)
    assert len(shown_lines(why)) <= MOST_LINES
    said = "\n".join(why_lines(why_report(why)))
    assert not re.search(r"\b(only|never|no goal|because|endless|mistake)\b", said)
    for line in shown_lines(why):
        if len(line.numbers) == 1:
            own = source.split("\n")[line.numbers[0] - 1]
            kept = [text.strip() for text, mark in line.pieces if mark is Emphasis.KEPT]
            assert all(text in own for text in kept)


FAULTS = {
    "a test too strong": (PERMUTED.replace("Q + D =\\=", "Q + D <"), Symptom.MISSING, 13),
    "a cut": (CHOSEN.replace("Placed),\n", "Placed), !,\n"), Symptom.MISSING, 9),
    "a count without an end": (SQUARES.replace("C - 1", "C + 1"), Symptom.NO_END, 8),
    "a case twice": (PERMUTED + "safe([_]).\n", Symptom.TWICE, 18),
    "a test too few": (PERMUTED.replace("    Q - D =\\= R,\n", ""), Symptom.TESTS, 13),
    "no answer": (SQUARES.replace("fill([], _).", ""), Symptom.MISSING, 12),
    "a branch": (SQUARES.replace("R =:= S", "R > S"), Symptom.MISSING, 20),
    "a list of boards": (COLLECTED.replace("Ds, C, K1", "Ds, C, K"), Symptom.MISSING, 13),
}


@a_share("name", FAULTS)
def test_each_kind_of_fault_is_explained_by_the_lines_of_the_program(
    name: str, tmp_path: Path
) -> None:
    source, symptom, line = FAULTS[name]
    why = explained(tmp_path, source).why
    assert why is not None
    assert (why.symptom, line in numbers(why)) == (symptom, True), numbers(why)
    confirm(why, source, tmp_path)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        slower(mutant, single=False) if number % (len(MUTANTS) // FEW) else mutant
        for number, mutant in enumerate(MUTANTS)
    ],
    ids=map(str, range(len(MUTANTS))),
)
def test_all_that_is_said_of_a_program_with_one_line_changed_is_confirmed(
    source: str, line: int, tmp_path: Path
) -> None:
    result = explained(tmp_path, source)
    why = result.why
    if result.verdict is ProgramVerdict.RIGHT:
        assert why is None
    if why is None:
        return
    confirm(why, source, tmp_path)
    if why.symptom is Symptom.MISSING:  # all that excludes a right board has the fault in it
        own = source.split("\n")[line - 1]
        if not own.startswith("%") and "true" not in own:
            assert line in numbers(why), (line, numbers(why))


def test_the_document_has_the_explanation_in_its_form(tmp_path: Path) -> None:
    source, _, line = FAULTS["a cut"]
    result = explained(tmp_path, source)
    document = json.loads(json.dumps(as_json(told(result))["why"]))
    fragment = document.pop("fragment")
    assert [document.pop(name) for name in ("shown", "tail")]
    assert "Without the cut in line 9" in document.pop("head")
    assert document == {
        "kind": "missing", "n": 4, "goal": "queens(4, [2, 4, 1, 3])", "lines": [7, 8, 9, 10],
        "cut_line": line, "left_out": 6, "goals": 10, "inferences": None,
    }  # fmt: skip
    assert fragment.startswith("queens(N, Qs) :-")
    right = explained(tmp_path, PERMUTED)
    assert (right.verdict, as_json(told(right))["why"]) == (ProgramVerdict.RIGHT, None)


def words(folder: Path, source: str, **options: str) -> str:
    """The explanation of this program as it is told; "" without one."""
    why = explained(folder, source, **options).why
    return "\n".join(why_lines(why_report(why))) if why else ""


NEAREST = PERMUTED.replace("    Q + D =\\= R,\n    Q - D =\\= R,\n", "    abs(Q - R) =\\= D.\n")
NEAREST = NEAREST[: NEAREST.index("    E is")]
PAIRED = """
queens(N, Squares) :-
    numlist(1, N, Xs),
    permutation(Xs, Ys),
    paired(Xs, Ys, Squares),
    safe(Squares).

paired([], [], []).
paired([X|Xs], [Y|Ys], [X-Y|Squares]) :-
    paired(Xs, Ys, Squares).

safe([]).
safe([S|Ss]) :-
    \\+ attacked(S, Ss),
    safe(Ss).

attacked(X1-Y1, [X2-Y2|_]) :-
    (   X1 =:= X2
    ;   Y1 =:= Y2
    ).
attacked(S, [_|Ss]) :-
    attacked(S, Ss).
"""


def test_only_tests_of_these_two_queens_are_told(tmp_path: Path) -> None:
    said = words(tmp_path, NEAREST)
    assert "no comparison had the rows of both queens, 2 and 5. " in said
    assert "columns were compared: 1 and 2, 2 and 3, 3 and 4, 4 and 5:" in said
    said = words(tmp_path, PAIRED)
    assert "was false with Y1 = 1, Y2 = 2" in said
    assert "with X1 = " not in said  # a column may be a row by chance


@pytest.mark.slow("explains one more program")
def test_the_goal_that_is_false_is_told_with_its_test(tmp_path: Path) -> None:
    said = words(tmp_path, PERMUTED.replace("apart(Q, Rs, E)", "apart(Q, Rs, D)"))
    assert "\napart(2, [1, 3], 1) is false, and so is its test in line 15: 2 - 1 =\\= 1\n" in said


@pytest.mark.slow("explains one more program")
def test_a_board_in_another_order_of_its_squares_comes_twice(tmp_path: Path) -> None:
    source = SQUARES.replace("fill(Board, N).", "fill(Board0, N),\n    permutation(Board0, Board).")
    said = words(tmp_path, source.replace("columns(N, [], Board)", "columns(N, [], Board0)", 1))
    assert (
        "msort(Solution, [1/3, 2/1, 3/4, 4/2]) is true more than once, with its squares in" in said
    )


@pytest.mark.slow("explains one more program")
def test_the_first_calls_of_a_loop_are_told(tmp_path: Path) -> None:
    said = words(tmp_path, FAULTS["a count without an end"][0])
    assert "columns in it are columns(1, [], _), then columns(2, [1/_], _), then" in said


@pytest.mark.slow("explains two programs")
def test_once_and_a_condition_are_told_as_a_cut_is(tmp_path: Path) -> None:
    for old, new in {
        "select(Q, Free, Rest),": "once(select(Q, Free, Rest)),",
        "Placed),\n    place(Rest": "Placed)\n    ->  place(Rest",
    }.items():
        said = words(tmp_path, CHOSEN.replace(old, new))
        assert "takes the first answer alone; with " in said, (new, said)


def test_a_file_that_is_loaded_is_a_part_of_the_program(tmp_path: Path) -> None:
    own, library = PERMUTED.split("safe([]).")
    library = "safe([])." + library.replace("    E is", "    Q + R =\\= 5,\n    E is")
    (tmp_path / "attacks.pl").write_text(library)
    said = words(tmp_path, f":- consult('attacks.pl').\n{own}")
    assert re.search(r"\n *attacks\.pl:10 \| +Q \+ R =\\= 5,\n", said), said
    assert re.search(r"\n +3 \| queens\(N, Qs\)", said), said


ERRORS = {
    "line 17, in apart/3: =\\=/2: Arguments are not sufficiently instantiated; "
    "E has no value in E =\\= D + 1": ("E is D", "E =\\= D"),
    "line 18, in apart/3: Unknown procedure: appart/3": ("    apart(Q, Rs", "    appart(Q, Rs"),
    "line 10, in safe/1: Unknown procedure: appart/3": ("    apart(Q, Qs", "    appart(Q, Qs"),
}


@pytest.mark.parametrize("message", ERRORS)
def test_an_error_names_the_line_of_its_goal(message: str, tmp_path: Path) -> None:
    source = "\n" + PERMUTED.replace(*ERRORS[message])
    result = checked(tmp_path / "mine.pl", source, sizes=[4], limits=LIMITS)
    assert result.sizes[4].answer.error.startswith(message)


def test_a_warning_while_a_program_is_loaded_is_a_remark(tmp_path: Path) -> None:
    source = PERMUTED.replace("safe(Qs).\n\napart", "safe(Rs).\n\napart")
    result = checked(tmp_path / "mine.pl", source, sizes=[1], limits=replace(LIMITS, seconds=1))
    warning = "SWI-Prolog warns of line 8: Singleton variables: [Rs]"
    assert warning in told(result).remarks
    right = checked(tmp_path / "right.pl", PERMUTED + "\nhelp(X).\n", limits=LIMITS)
    assert not [said for said in told(right).remarks if "warns" in said]


def test_an_explanation_keeps_to_the_limits_of_the_check(tmp_path: Path) -> None:
    seen: list[Limits] = []

    class Recording:
        def has(self, _: object) -> bool:
            return True

        @contextmanager
        def launched(self, _: object, limits: Limits, *__: object) -> Iterator[NoReturn]:
            seen.append(limits)
            yield from ()
            raise OSError

    result = explained(tmp_path, PERMUTED.replace("Q + D =\\=", "Q + D <"))
    assert result.why
    limits = Limits(memory_mib=100, processes=7)
    assert why.explained(replace(result, sandbox=Recording()), limits) is None
    assert {(each.memory_mib, each.processes) for each in seen} == {(100, 7)}
