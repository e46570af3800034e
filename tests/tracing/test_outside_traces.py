"""A backend from outside can bring a film of its own, and it has to be true."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from queens_command import Queens

from solvers import notebook, registry, trace
from solvers.cli.queens import main
from solvers.comparison import compare
from solvers.errors import FilmError, TraceError
from solvers.execution.limits import Limits
from solvers.output.film_pages import missing_films
from solvers.puzzle.problem import Problem
from solvers.tracing.checker import check_events
from solvers.tracing.event import Kind, Rule
from solvers.tracing.films import PackedFilm, record_films
from solvers.tracing.recorder import Recorder
from solvers.tracing.traces import is_traced, tracer

TEN_LINES = """
from solvers.interface import Backend
from solvers.tracing.event import Event, Kind
from solvers.tracing.recorder import Recorder

def boards(problem, queens, test):
    if len(queens) == problem.n:
        yield queens
    for row in problem.domains[len(queens)] if len(queens) < problem.n else ():
        if test((*queens, row)):
            yield from boards(problem, (*queens, row), test)

def is_free(board):
    *others, newest = board
    return all(abs(row - newest) not in (0, len(others) - c) for c, row in enumerate(others))

def solve(problem, work):
    yield from boards(problem, problem.prefix, is_free)

def events(problem):
    {first}
    recorder = Recorder(problem)
    recorder.enter_column()
    def test(board):
        recorder.test(board)
        return is_free(board)
    for _ in boards(problem, problem.prefix, test):
        yield from recorder.drain()
    yield from recorder.finish()

BACKEND = Backend(name="{name}", solve=solve, trace="{trace}")
"""


def written(folder: Path, name: str, *, first: str = "", trace: str = ":events") -> str:
    """The path of a file with a backend of this name and this trace."""
    path = folder / f"{name}.py"
    path.write_text(TEN_LINES.format(name=name, first=first or "pass", trace=trace))
    return str(path)


def test_the_film_of_a_column_by_column_program_takes_ten_lines(tmp_path: Path) -> None:
    path = written(tmp_path, "ten_lines")
    assert trace(6, path).check() == 2094
    own, ours = registry.find(path), registry.find("backtracking")
    told = [event._replace(state={}) for event in tracer(ours)(Problem(6))]
    assert list(tracer(own)(Problem(6))) == told


def test_a_board_that_a_trace_leaves_out_is_named() -> None:
    recorder = Recorder(Problem(4))
    recorder.test((1,))
    with pytest.raises(TraceError, match=r"test the board \[1, 3\] before \[1, 3, 0\]"):
        recorder.test((1, 3, 0))


def test_an_author_may_name_kind_and_rule_as_the_json_does(tmp_path: Path) -> None:
    first = (
        'yield Event("decide", (0,), column=0, row=0, queen=True, level=1)\n'
        '    yield Event("remove", (0,), squares=((1, 1),), rule="attack", conflict_column=0)\n'
        '    yield Event("backtrack", (), column=0)\n'
        '    yield Event("restore", (), squares=((1, 1),))\n'
    )
    backend = registry.find(written(tmp_path, "named_as_text", first=first))
    events = list(tracer(backend)(Problem(4)))
    assert [event.kind for event in events[:2]] == [Kind.DECIDE, Kind.REMOVE]
    assert events[1].rule is Rule.ATTACK
    with pytest.raises(FilmError, match="event 3, backtrack: there was no reason to go back"):
        check_events(Problem(4), events)


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("yield Event(Kind.PLACED, (9,), column=0, row=9)", "9 is not on the board"),
        ("yield Event(Kind.COLUMN, (), column='0')", "Expected `int | null`, got `str`"),
        ("yield Event(Kind.PORT, ())", "its state is malformed (KeyError: 'port')"),
        ("yield 'placed'", "is not an Event"),
    ],
)
def test_a_false_film_of_a_file_is_refused(first: str, why: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"false_film_{abs(hash(first))}", first=first)
    with pytest.raises(FilmError, match=f"^event 1.*{re.escape(why)}"):
        trace(4, path).check()


@pytest.mark.parametrize(
    ("trace", "why"),
    [
        (":nothing", "names its trace '.*:nothing', which does not exist"),
        ("no_such_module:events", "cannot be loaded: No module named 'no_such_module'"),
        ("", r"cannot be traced: you can trace sicp, "),
    ],
)
def test_a_missing_trace_is_reported_with_the_reason(trace: str, why: str, tmp_path: Path) -> None:
    name = f"no_film_{len(trace)}"
    backend = registry.find(written(tmp_path, name, trace=trace))
    assert is_traced(backend) is bool(trace)
    with pytest.raises(TraceError, match=why):
        next(tracer(backend)(Problem(4)))


def test_a_trace_that_fails_reports_its_error(tmp_path: Path) -> None:
    backend = registry.find(written(tmp_path, "failing_film", first="1 / 0"))
    with pytest.raises(TraceError, match="the trace of failing_film failed: ZeroDivisionError"):
        list(tracer(backend)(Problem(4)))


def test_a_false_trace_is_shown_as_far_as_it_can_be_told(tmp_path: Path, queens: Queens) -> None:
    """Its author looks for the mistake; queens contract judges it."""
    first = "yield Event(Kind.BACKTRACK, (), column=0)"
    shown = queens("trace", "--n", 4, "--backend", written(tmp_path, "too_far_back", first=first))
    assert shown.lines[0] == "go back to column 0 and take its queen away"
    assert shown.lines[-1] == "end: every possibility has been tried"


@pytest.mark.parametrize("output", ["text", "jsonl"])
def test_an_object_that_is_no_event_is_named(output: str, tmp_path: Path, queens: Queens) -> None:
    path = written(tmp_path, f"none_in_film_{output}", first="yield None")
    said = queens("trace", "--n", 4, "--backend", path, "--output", output, code=2).err
    assert said.endswith(": event 1 is not an Event: None\n")


@pytest.mark.slow("compares beside a backend of others")
def test_the_film_of_an_installed_backend_is_in_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = registry.find(written(tmp_path, "good_film"))
    bad = registry.find(written(tmp_path, "bad_film", first="yield Event(Kind.END, ())"))
    known = registry.backends() | {"good_film": good, "bad_film": bad}
    monkeypatch.setattr(registry, "backends", lambda: known)
    crosscheck = compare(Problem(5), [good, bad], Limits())
    found = record_films([crosscheck], Limits())
    assert isinstance(found["good_film"], PackedFilm)
    missing = missing_films([crosscheck], found)
    assert missing["bad_film"].startswith("its trace is wrong: event 1, end:")


def test_the_film_and_the_source_of_a_file_are_in_the_report(tmp_path: Path) -> None:
    path, report = written(tmp_path, "filmed_file"), tmp_path / "report.html"
    arguments = ["--n", "4", "--backends", path, "--report", str(report)]
    assert main(["compare", *arguments]) == 0
    assert '"filmed_file":{"n":4' in report.read_text()  # the film
    assert "is_free" in report.read_text().partition('id="programs"')[2]


def test_a_trace_without_its_engine_gives_the_install_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert main(["trace", "--n", "4", "--backend", "sat"]) == 4
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("queens trace: error: sat cannot run here: ")
    assert said.err.endswith("; to install: pip install python-sat\n")


def test_a_long_film_is_cut_off_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_EVENTS", 100)
    film = trace(6)
    assert (len(film.events), film.is_whole) == (100, False)
    assert str(film).startswith("backtracking, 6 queens: the first 100 events, ")
    assert trace(3).is_whole


ENDLESS = """
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve
from solvers.tracing.event import Event, Kind
def trace(problem):
    while True:
        {body}
    yield
BACKEND = Backend("{name}", solve=solve, trace=":trace")
"""


def test_an_endless_trace_ends_at_the_limit(tmp_path: Path) -> None:
    """The record's own trace is the one that is recorded, also beside a solve of the suite's."""
    path = tmp_path / "endless_film.py"
    path.write_text(
        ENDLESS.format(name="endless_film", body="yield Event(Kind.COLUMN, (), column=0)")
    )
    backend = registry.backend_in_file(str(path))
    crosscheck = compare(Problem(4), [backend], Limits())
    found = record_films([crosscheck], Limits(seconds=1))
    said = missing_films([crosscheck], found)["endless_film"]
    assert said == "its trace did not end: stopped after 1 s"


def test_no_command_waits_for_a_trace_that_says_nothing(tmp_path: Path, queens: Queens) -> None:
    path = tmp_path / "silent_film.py"
    path.write_text(ENDLESS.format(name="silent_film", body="__import__('time').sleep(1)"))
    rest = (path, "--n", "4", "--time-limit", "1")
    says = "queens trace: the trace of silent_film is incomplete: stopped after 1 s\n"
    assert queens("trace", "--backend", *rest, code=3).err == says
