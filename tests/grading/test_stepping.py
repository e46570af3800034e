"""Stepping through a student's Prolog program, by SWI-Prolog's own tracer in the sandbox."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

import pytest
from engines import needs_prolog
from places import ROOT, ZOO
from queens_command import Queens
from shares import a_share

from solvers.execution.limits import Limits
from solvers.execution.result import ChannelError, Ending
from solvers.grading.check import check_program
from solvers.grading.sandbox import Sandbox
from solvers.grading.stepping import Step, read_steps, stepped
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import find_submission
from solvers.tracing.own_program import film_of_steps

LIMITS = Limits(seconds=20, processes=32)

BOB = """queens(N, Qs) :-
    numlist(1, N, Ns),
    permutation(Ns, Qs),
    safe(Qs).

safe([_]).
safe([A, B|Qs]) :-
    A =\\= B + 1,
    safe([B|Qs]).
"""


def steps_of(
    source: str, call: str, folder: Path, *, most: int = 500, limits: Limits = LIMITS
) -> list[Step]:
    """The steps of this program for n = 3."""
    needs_prolog()
    path = folder / "mine.pl"
    path.write_text(source)
    subject = Subject(Origin.CALL, call)
    steps = stepped(find_submission(str(path)), subject, 3, limits, Sandbox.BASIC, most=most)
    assert not isinstance(steps, Ending)
    return [*steps]


def test_a_step_has_its_line_its_bindings_and_the_open_choice_points(tmp_path: Path) -> None:
    steps = steps_of(BOB, "queens({n}, Solution)", tmp_path)
    assert [(each.port, each.goal) for each in steps[:3]] == [
        ("call", "queens(3,_)"),
        ("call", "safe([1,2,3])"),
        ("call", "safe([2,3])"),
    ]
    assert steps[1].place == ("", 4)
    assert steps[1].bindings == ("N = 3", "Qs = [1,2,3]", "Ns = [1,2,3]")
    assert {*steps[1].choices} == {("permutation/2", ("", 3))}
    assert steps[2].goals == ("queens(3,[1,2,3])", "safe([1,2,3])", "safe([2,3])")
    assert {each.port for each in steps} == {"call", "exit", "redo", "fail", "answer", "end"}
    answers = [each.answer for each in steps if each.port == "answer"]
    assert answers == [((1, 2, 3),), ((2, 3, 1),), ((3, 1, 2),)]
    assert steps[0].answer == ()  # nothing is bound


def test_an_exception_is_a_port_and_the_end(tmp_path: Path) -> None:
    steps = steps_of(
        "q(N, S) :- h(N, S).\nh(N, S) :- S is N + foo.\n", "q({n}, Solution)", tmp_path
    )
    assert [each.port for each in steps] == ["call", "call", "exception", "exception", "error"]
    assert "foo" in steps[-1].goal


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("q(N, S) :- q(N, S).\n", "steps"),
        ("q(_, _) :- repeat, fail.\n", "time"),
        ("q(N, S) :- catch(q(N, S), _, q(N, S)).\n", "steps"),
    ],
    ids=["endless recursion", "an endless loop", "a program that catches everything"],
)
def test_the_steps_end_at_a_limit_and_those_before_it_are_kept(
    source: str, end: str, tmp_path: Path
) -> None:
    limits = Limits(seconds=1, processes=32)
    steps = steps_of(source, "q({n}, Solution)", tmp_path, most=40, limits=limits)
    assert (steps[0].goal, steps[-1].port) == ("q(3,_)", end)
    assert len(steps) <= 41


@pytest.mark.parametrize(
    "value",
    [
        (),
        (1,),
        (("call",),),
        (("own", 1, "q", "", 0, (), (), (), ()),),
        (("end", float("inf"), "q", "", 0, (), (), (), ()),),
        (("end", 1, ("q",), "", 0, (), (), (), ()),),
        (("end", 1, "q", "", 0, (), (), (("p",),), ()),),
        (("end", 1, "q", "", 0, (), (), (), 1),),
    ],
)
def test_a_record_that_is_no_step_is_refused(value: tuple[object, ...]) -> None:
    with pytest.raises(ChannelError):
        read_steps(value)


def test_the_texts_of_a_step_cannot_reach_into_a_terminal() -> None:
    (step,) = read_steps(
        (("error", 1, "\x1b[2J", "", 0, ("\x07",), ("X = \u202e",), (("\n", "", -1),), ()),)
    )
    texts = (step.goal, *step.goals, *step.bindings, *(text for text, _ in step.choices))
    assert texts == (r"\x1b[2J", r"\x07", r"X = \u202e", r"\n")


@a_share(
    "before",
    ["% a comment\r\n", "% a\x0c form feed\n", "% a\u2028 separator\n", "% \U0001f600 a\n"],
    ids=["CRLF", "form feed", "line separator", "emoji"],
    every=4,
)
def test_lines_are_counted_as_prolog_does(before: str, tmp_path: Path) -> None:
    needs_prolog()
    source = before + BOB.replace("\n", "\r\n" if "\r" in before else "\n")
    path = tmp_path / "mine.pl"
    path.write_bytes(source.encode())
    submission = find_submission(str(path))
    checked = check_program(submission, [4], LIMITS, Sandbox.BASIC)
    steps = stepped(submission, checked.subject, 3, LIMITS, Sandbox.BASIC)
    assert not isinstance(steps, Ending)
    assert steps[1].place == ("", 5)
    film, _ = film_of_steps(steps, 3, checked)
    page = json.loads(gzip.decompress(base64.b64decode(film.gzip)))
    assert page["program"][page["events"]["line"][1]] == "    safe(Qs)."


def test_a_line_of_another_file_bears_its_name(tmp_path: Path, queens: Queens) -> None:
    needs_prolog()
    helper = BOB.partition("safe([_])")
    (tmp_path / "helper.pl").write_text("% two\n% lines\n" + "".join(helper[1:]))
    (tmp_path / "mine.pl").write_text(":- consult(helper).\n" + helper[0])
    shown = queens("trace", tmp_path / "mine.pl", "--n", 3, "--sandbox", "basic").lines
    assert shown[1:3] == [
        "Call: (2) safe([1,2,3])  % line 5",
        "Call: (3) safe([2,3])  % line 6 of helper.pl",
    ]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ("[[2,4,1,3], [3,1,4,2]]", "2 boards, 2 of them new solutions"),
        ("[[2,4,1,3], [1,2,3,4]]", "2 boards, 1 of them new solutions"),
        ("foo", "no readable board"),
    ],
)
def test_an_answer_is_told_with_all_its_boards(
    answers: str, told: str, tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "mine.pl"
    path.write_text(f"queens(4, {answers}).\n")
    shown = queens("trace", path, "--n", 4, "--sandbox", "basic").lines
    assert f": {told}" in shown[-2]


def test_the_steps_are_those_of_the_smallest_wrong_size_up_to_the_wrong_board(
    tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "mine.pl"
    path.write_text(BOB)
    shown = queens("trace", path, "--sandbox", "basic")
    assert shown.lines[0] == "Call: (1) queens(2,_)"
    assert shown.lines[-1] == "% answer 1: [1,2]: no solution"
    assert "--n 2 shows the steps after it" in shown.err
    path.write_text(BOB.replace("A =\\= B + 1,", "A =\\= B + 1, A =\\= B - 1, fail,"))
    shown = queens("trace", path, "--sandbox", "basic")  # nothing is found for n = 4
    assert shown.lines[0] == "Call: (1) queens(4,_)"
    assert shown.lines[-1] == "% end: there are no more answers"


def test_the_first_steps_of_an_endless_program_need_no_check(
    tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "loop.pl"
    path.write_text("queens(N, S) :- queens(N, S).\n")
    options = ("--n", 4, "--sandbox", "basic")
    assert len(queens("trace", path, *options, "--limit", 3).lines) == 3
    (shown,) = queens("trace", path, "--sandbox", "basic", "--limit", 1).lines
    assert shown == "Call: (1) queens(4,_)"  # a larger n has too many steps to read


def test_steps_that_a_limit_cuts_off_are_shown_and_incomplete(
    tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "mine.pl"
    path.write_text("queens(_, _) :- repeat, r, fail.\nr.\n")
    options = ("--n", 4, "--sandbox", "basic")
    shown = queens("trace", path, *options, code=3).lines
    assert shown[0] == "Call: (1) queens(4,_)"
    assert shown[-1] == "% the steps end here: there are more than are kept"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("foo(", "the goal cannot be called: Syntax error"),
        ("nowhere({n}, Solution)", "the goal cannot be called: Unknown procedure: nowhere/2"),
        ("q('it\\'s', Solution)", "Unknown procedure: q/2"),
    ],
)
def test_a_goal_that_cannot_be_called_is_told_as_it_was_given(
    call: str, told: str, tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "a.pl"
    path.write_text("queens(4, [2,4,1,3]).\n")
    said = queens.refusal("trace", path, "--call", call, "--n", 4, "--sandbox", "basic")
    assert told in said
    assert "stepper" not in said


def test_without_prolog_that_is_the_reason(
    tmp_path: Path, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.pl").write_text("queens(4, [2,4,1,3]).\n")
    monkeypatch.setattr(Sandbox, "has", lambda *_: False)
    told = queens("trace", tmp_path / "a.pl", "--n", 4, "--sandbox", "basic", code=4).err
    assert "Prolog is not installed; to install: " in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["trace", "{folder}/a.pl", "--backend", "sicp"], "not allowed with argument FILE"),
        (["trace", "{folder}/a.py"], "only programs in Prolog can be stepped through"),
        (["trace", "{folder}/a.pl"], "--call 'queens({{n}}, Solution)'"),
        (["trace", "sicp"], "there is no file sicp"),
        (["trace", "{folder}/a.pl", "--prefix", "1"], "leave out the options of the board"),
        (["trace", "--backend", "{folder}/a.pl"], "queens check {folder}/a.pl judges"),
    ],
)
def test_what_cannot_be_stepped_through_is_told_with_a_remedy(
    arguments: list[str], told: str, tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    (tmp_path / "a.py").write_text("def queens(n): return []\n")
    (tmp_path / "a.pl").write_text("helper(_).\n")
    placed = [each.format(folder=tmp_path) for each in arguments]
    assert told.format(folder=tmp_path) in queens.refusal(*placed)


COURSE = (ROOT / "docs/homework/bob.pl").read_text()
TURNED = (
    (ZOO / "usual_name.pl")
    .read_text()
    .replace("fill([], Rows, Rows).", "fill([], Placed, Rows) :- reverse(Placed, Rows).")
)
TEMPLATE = (ROOT / "docs/calls/template.pl").read_text().replace("4, 5, 6, 7, 8]", "4]")
PARTLY = f"queens(4, [1/A, 2/B, 3/C, 4/D]) :- solution([4/D, 3/C, 2/B, 1/A]).\n{TEMPLATE}"


@pytest.mark.parametrize(
    ("source", "boards"),
    [
        (COURSE, [[], [None, None, None, 0], [None, None, 1, 0]]),
        (COURSE.replace("H =\\= V,", "V > 9,"), [[], [None, None, None, 0], []]),
        (TURNED, [[], [0], [0, 2]]),
        (PARTLY, [[], [0], [0, 0], [0, 1]]),
        (PARTLY.replace("Y =\\= Y1,", "Y > 9,"), [[], [0], [0, 0], [0, 1]]),
    ],
    ids=["accumulator", "without answers", "turned around", "partly bound", "unbound squares"],
)
def test_the_board_so_far_is_seen(
    source: str, boards: list[list[int | None]], tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    (tmp_path / "mine.pl").write_text(source)
    told = queens("trace", tmp_path / "mine.pl", "--n", "4", "--output", "jsonl").out
    shown = [json.loads(line)["queens"] for line in told.splitlines()]
    changed = [board for at, board in enumerate(shown) if not at or board != shown[at - 1]]
    assert changed[: len(boards)] == boards
