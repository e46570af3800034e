"""``from solvers import solve, compare, backends``: as used in a notebook."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import misbehaving_backends as faults
import numpy
import pytest
from processes import ran
from wrong_backends import WRONG

import solvers
from solvers import board, compare, solve, trace
from solvers.errors import IncompleteError
from solvers.interface import Backend, Problem
from solvers.referee.verdict import Agreement


def test_solve_is_lazy() -> None:
    assert len(next(solve(17))) == 17


def test_solve_raises_an_error_when_a_search_ends_early() -> None:
    with pytest.raises(IncompleteError, match="time-limit"):
        list(solve(8, faults.halfway(faults.sleep_for_ever), time_limit=0.3))
    with pytest.raises(IncompleteError, match="pip install no-such-engine"):
        list(solve(8, faults.ABSENT))
    with pytest.raises(IncompleteError, match="float"):
        list(solve(8, faults.misbehaving(faults.yield_floats)))


def test_compare_shows_itself_as_the_command_does() -> None:
    hostile = Backend("hostile", "<script>", solve=faults.lose_one)
    html = compare(6, ["sicp", hostile])._repr_html_()
    assert re.findall(r"<(\w+)", html) == ["pre"]
    assert "&lt;script&gt;" in html
    assert "hostile is wrong (1 missing)" in html


def test_a_search_and_a_board_show_themselves() -> None:
    film = trace(6, "python-constraint", prefix=[0])
    assert (film.nodes, len(film.tree.root.children)) == (11, 4)
    assert repr(film) == "python-constraint, 6 queens, prefix 0: 88 events, 11 nodes, 0 solutions"
    shown = film._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    page = unescape(shown.split('"')[1])
    (data,) = re.findall(r'id="queens-data">(.*?)</script>', page)
    packed = json.loads(data)["traces"]["python-constraint"]["gzip"]
    shown_events = json.loads(gzip.decompress(base64.b64decode(packed)))["events"]
    assert shown_events["kind"] == [event.kind for event in film.events]
    assert shown_events["queens"] == [list(event.queens) for event in film.events]
    assert str(board((1, 3, 0, 2))._repr_svg_()).count("♛") == 4
    with pytest.raises(ValueError, match="row 4 is not on a board of 4 columns"):
        board((1, 3, 0, 4))
    with pytest.raises(ValueError, match="cannot be traced"):
        trace(4, "cp-sat")


def test_a_comparison_has_a_summary_in_one_line_and_a_report_to_save(tmp_path: Path) -> None:
    found = compare(4, ["sicp"])
    assert repr(found).startswith("4 queens: correct: sicp found")
    report = found.report()
    assert len(repr(report)) < 80
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == report.html


CELL = """
from solvers import compare
from solvers.interface import Backend

def known():
    return [(1, 3, 0, 2), (2, 0, 3, 1)]

def mine(problem, work):
    for placement in known():
        work["placements"] += 1
        yield placement

print(compare(4, [Backend("mine", "in a cell", solve=mine)]).document["runs"][0]["counters"])
"""


def test_a_backend_of_a_cell_runs_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(
        [sys.executable, "-"], input=CELL, check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "{'placements': 2}\n"
    of_a_cell = Backend("mine", "in a cell", solve=lambda _problem, _work: iter(()))
    monkeypatch.setattr(of_a_cell.solve, "__module__", "__main__")
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    (run,) = compare(4, [of_a_cell]).document["runs"]
    assert run["note"].endswith(
        "in a cell or script; pip install cloudpickle, or move it to a module"
    )


def test_importing_starts_nothing() -> None:
    program = (
        "import sys, solvers;"
        "print([m for m in ('numpy', 'rich', 'ortools', 'pyswip') if m in sys.modules])"
    )
    assert ran([sys.executable, "-c", program]).stdout == "[]\n"


def test_solve_and_compare_take_a_board() -> None:
    assert list(solvers.solve(6, given=[(3, 0)], blocked=[(0, 0)])) == [(1, 3, 5, 0, 2, 4)]
    found = solvers.compare(6, ["sicp", "permutation"], blocked=[[0, 2]])  # type: ignore[list-item]
    assert found.agreement is Agreement.IDENTICAL
    assert found.document["blocked"] == [[0, 2]]
    for squares in ([(0, 9)], [(0,)], [("0", "1")]):
        with pytest.raises(ValueError, match="square"):
            solvers.solve(6, blocked=squares)  # type: ignore[arg-type]


def test_integers_of_numpy_are_whole_numbers() -> None:
    numbers: list[Any] = [numpy.int64(number) for number in (2, 5, 6)]
    two, five, six = numbers
    found = list(solvers.solve(six, prefix=[two], blocked=[(five, five)]))
    assert found == [(2, 5, 1, 4, 0, 3)]
    assert {type(row) for row in found[0]} == {int}
    assert repr(Problem(six, (two,))) == repr(Problem(6, (2,)))
    odd_ones: list[Any] = [6.0, True, "6"]
    for odd in odd_ones:
        with pytest.raises(solvers.ProblemError, match=f"not {odd!r}"):
            Problem(odd)


def test_a_comparison_is_true_only_if_all_sets_are_identical() -> None:
    found = compare(5, ["sicp", "sicp", Backend("none", solve=WRONG["none"].solve)])
    assert not found
    assert [(run["backend"], run["missing"]) for run in found.runs] == [("sicp", 0), ("none", 10)]
    same, other = compare(5, "sicp"), compare(5, solvers.backends()["sicp"])
    assert same
    assert other
    assert len({same, other, same}) == 2


def test_a_film_checks_itself_and_its_tree_is_short() -> None:
    film = solvers.trace(5)
    assert film.check() == len(film.events)
    assert repr(film.tree) == "<SearchTree: 44 nodes, 4 dead ends, depth 5>"
    false = replace(film, events=(film.events[1], *film.events))
    with pytest.raises(solvers.FilmError, match="event 2"):
        false.check()


REFUSED: list[tuple[Callable[..., object], dict[str, Any], str]] = [
    (solve, {"n": -1}, "from 0 to 255"),
    (solve, {"n": 8, "backend": "prolg"}, "did you mean prolog"),
    (solve, {"n": 8, "prefix": (0, 1)}, "attack"),
    (solve, {"n": 6, "backend": "zzzzzz"}, r"in Python: solvers\.backends\(\)"),
    (solve, {"n": 6, "backend": "local-search"}, 'in Python: goal="first"'),
    (compare, {"n": 8, "backends": []}, "name a backend"),
    (compare, {"n": 8, "jobs": -1}, "0 or more"),
    (compare, {"n": 8, "time_limit": 0}, "greater than 0"),
    (compare, {"n": 8, "memory_limit": -1}, "greater than 0"),
]


@pytest.mark.parametrize(("ask", "wrong", "says"), REFUSED)
def test_a_bad_argument_is_refused_in_one_line_before_anybody_iterates(
    ask: Callable[..., object], wrong: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says) as raised:
        ask(**wrong)
    assert "\n" not in str(raised.value)


def test_advice_in_python_names_no_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.referee.certificate.SMALL", 100)  # so that nothing is proved
    # No other test has this board, whose proof would be kept.
    alone = repr(compare(8, "bitset", [2, 4], blocked=[(7, 7)], time_limit=60))
    assert "unconfirmed" in alone
    assert "--" not in alone
