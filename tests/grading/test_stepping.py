"""Stepping through a student's Prolog program, by SWI-Prolog's own tracer in the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines import needs_prolog
from queens_command import Queens

from solvers.execution.limits import Limits
from solvers.execution.result import ChannelError, Ending
from solvers.grading.sandbox import Sandbox
from solvers.grading.stepping import Step, read_steps, stepped
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import find_submission

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


def steps_of(source: str, call: str, folder: Path, n: int = 3, most: int = 500) -> list[Step]:
    """The steps of this program."""
    needs_prolog()
    path = folder / "mine.pl"
    path.write_text(source)
    subject = Subject(Origin.CALL, call)
    steps = stepped(find_submission(str(path)), subject, n, LIMITS, Sandbox.BASIC, most=most)
    assert not isinstance(steps, Ending)
    return [*steps]


def test_a_step_has_its_line_its_bindings_and_the_open_choice_points(tmp_path: Path) -> None:
    steps = steps_of(BOB, "queens({n}, Solution)", tmp_path)
    assert [(each.port, each.goal) for each in steps[:3]] == [
        ("call", "queens(3,_)"),
        ("call", "safe([1,2,3])"),
        ("call", "safe([2,3])"),
    ]
    assert steps[1].line == 3
    assert steps[1].bindings == ("N = 3", "Qs = [1,2,3]", "Ns = [1,2,3]")
    assert {*steps[1].choices} == {("permutation/2", 2)}
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
    ("source", "most", "end"),
    [
        ("q(N, S) :- q(N, S).\n", 40, "steps"),
        ("q(_, _) :- repeat, fail.\n", 40, "time"),
        ("q(N, S) :- catch(q(N, S), _, q(N, S)).\n", 40, "steps"),
    ],
    ids=["endless recursion", "an endless loop", "a program that catches everything"],
)
def test_the_steps_end_at_a_limit_and_those_before_it_are_kept(
    source: str, most: int, end: str, tmp_path: Path
) -> None:
    needs_prolog()
    path = tmp_path / "mine.pl"
    path.write_text(source)
    limits = Limits(seconds=1, processes=32)
    subject = Subject(Origin.CALL, "q({n}, Solution)")
    steps = stepped(find_submission(str(path)), subject, 4, limits, Sandbox.BASIC, most=most)
    assert not isinstance(steps, Ending)
    assert steps[-1].port == end
    assert steps[0].goal == "q(4,_)"
    assert len(steps) <= most + 1


@pytest.mark.parametrize(
    "value",
    [
        (),
        (1,),
        (("call",),),
        (("own", 1, "q", 0, 0, (), (), (), ()),),
        (("end", float("inf"), "q", 0, 0, (), (), (), ()),),
        (("end", 1, ("q",), 0, 0, (), (), (), ()),),
        (("end", 1, "q", 0, 0, (), (), (("p",),), ()),),
        (("end", 1, "q", 0, 0, (), (), (), 1),),
    ],
)
def test_a_record_that_is_no_step_is_refused(value: tuple[object, ...]) -> None:
    with pytest.raises(ChannelError):
        read_steps("", value)


def test_the_texts_of_a_step_cannot_reach_into_a_terminal() -> None:
    (step,) = read_steps(
        "", (("error", 1, "\x1b[2J", 9, 0, ("\x07",), ("X = \u202e",), (("\n", -1),), ()),)
    )
    texts = (step.goal, *step.goals, *step.bindings, *(text for text, _ in step.choices))
    assert texts == (r"\x1b[2J", r"\x07", r"X = \u202e", r"\n")


def test_the_command_prints_the_ports_up_to_the_first_wrong_board(
    tmp_path: Path, queens: Queens
) -> None:
    needs_prolog()
    path = tmp_path / "bob.pl"
    path.write_text(BOB)
    printed = queens("trace", path, "--n", "3", "--sandbox", "basic").lines
    assert printed[1] == "Call: (2) safe([1,2,3])  % line 4"
    first = next(line for line in printed if line.startswith("%"))
    assert first == "% answer 1: [1,2,3]: no solution"
    assert printed[-1] == "% end: there are no more answers"
    some = queens("trace", path, "--n", "3", "--steps", "2-3", "--sandbox", "basic")
    assert some.lines == printed[1:3]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["trace", "{folder}/a.py"], "only programs in Prolog can be stepped through"),
        (["trace", "{folder}/a.pl"], "--call 'queens({{n}}, Solution)'"),
        (["trace", "sicp"], "did you mean --backend sicp?"),
        (["trace", "{folder}/a.pl", "--check"], "leave out the board, --check"),
        (["trace", "--backend", "{folder}/a.pl"], "is a program and no backend"),
        (["effort", "--backends", "{folder}/a.pl"], "queens trace {folder}/a.pl --n 4"),
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
