"""``from solvers import solve, compare, backends``: as used in a notebook."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser

import faults
import pytest
from conftest import all_solutions

import solvers
from solvers import IncompleteError, backends, compare, solve
from solvers.interface import Backend


def test_solve_iterates_over_placements(engine: Backend) -> None:
    found = list(solve(8, engine.name))
    assert set(found) == all_solutions(8)
    assert {type(row) for placement in found for row in placement} == {int}


def test_solve_with_a_prefix() -> None:
    assert all(one[:2] == (2, 4) for one in solve(8, prefix=[2, 4]))
    assert len(list(solve(8, prefix=[2, 4]))) == 4


def test_solve_is_lazy() -> None:
    assert len(next(solve(17))) == 17


def test_solve_says_when_it_did_not_come_to_its_end() -> None:
    found: list[tuple[int, ...]] = []
    solutions = solve(8, faults.halfway(faults.sleep_for_ever), time_limit=0.3)
    with pytest.raises(IncompleteError, match="time-limit"):
        found.extend(solutions)
    with pytest.raises(IncompleteError, match="pip install no-such-engine"):
        list(solve(8, faults.ABSENT))
    with pytest.raises(IncompleteError, match="float"):
        list(solve(8, faults.misbehaving(faults.emit_floats)))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((-1,), "from 0 to 255"),
        ((8, "prolg"), "did you mean prolog"),
        ((8, "sicp", (0, 1)), "attacks"),
    ],
    ids=str,
)
def test_a_mistake_is_told_at_once(arguments: tuple[int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        solve(*arguments)


def test_compare_has_the_facts_of_the_document() -> None:
    result = compare(6, ["sicp", "backtracking"])
    assert result.agreement == "identical"
    assert result.document["expected_solutions"] == 4
    assert [run["backend"] for run in result.document["runs"]] == ["sicp", "backtracking"]


def test_compare_shows_itself_as_a_table() -> None:
    hostile = Backend("<script>", "a & b", faults.lose_one)
    html = compare(6, ["sicp", hostile])._repr_html_()
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, _: tags.append(tag)  # type: ignore[assignment, method-assign]
    parser.feed(html)
    assert tags.count("tr") == 3
    assert "script" not in tags
    assert "&lt;script&gt; is wrong (1 missing)" in html


def test_the_names_stay_what_they_are_after_use() -> None:
    compare(4, ["sicp"])
    assert list(solvers.backends()) == list(backends())
    assert "sicp" in backends()


def test_importing_starts_nothing() -> None:
    program = (
        "import sys, solvers;"
        "print([m for m in ('numpy', 'rich', 'ortools', 'pyswip') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_the_registry_imports_no_engine() -> None:
    program = (
        "import sys; from solvers import backends; backends();"
        "print([m for m in ('ortools', 'pyswip', 'constraint') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_a_comparison_can_be_split_and_need_not_keep_the_solutions() -> None:
    found = solvers.compare(7, ["sicp"], jobs=1, mirror=True, keep="digest")
    assert found.document["kept"] == "digest"
    assert found.document["runs"][0]["solutions"] == 40
    for wrong in ({"keep": "nothing"}, {"mirror": True, "prefix": (0,)}):
        with pytest.raises(ValueError, match=r"nothing|mirroring"):
            solvers.compare(7, ["sicp"], **wrong)
