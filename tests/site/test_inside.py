"""The core runs as on the command line where there are no processes and no compiled packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from random import Random
from typing import Any

import pytest
from coloured_boards import random_board
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT
from processes import ran
from queens_command import Queens
from shares import a_share
from without_processes import LACKING

from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.puzzle.packing import pack
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.site import build, engines
from solvers.site.inside import checking
from solvers.site.inside.asp_model import grouped
from solvers.site.inside.checking import Worker, checked
from solvers.site.inside.judging import judged

BACKENDS = ("sicp", "backtracking", "prolog")

PAGE = """
import json, sys
import without_processes
from solvers.site.inside import judging, plain_sets
sys.meta_path.insert(0, without_processes.Refusing)
plain_sets.put_in_place()
for line in sys.stdin:
    asked, arrived = json.loads(line)
    for run in arrived:
        run["packed"] = bytes(run["packed"])
    print(json.dumps(judging.judged(asked, arrived)), flush=True)
"""


@pytest.fixture(scope="module")
def page() -> Iterator[subprocess.Popen[str]]:
    """A Python without NumPy, which judges what it reads."""
    with subprocess.Popen(
        [sys.executable, "-c", PAGE],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@st.composite
def boards(draw: st.DrawFn) -> Problem:
    """Boards of up to eight columns, perhaps with a first queen, blocked squares and colours."""
    n = draw(st.integers(0, 8))
    seed = draw(st.none() | st.integers(0, 99)) if 4 <= n <= 6 else None
    colours = () if seed is None else random_board(Random(seed), n).colours  # noqa: S311
    rows = st.integers(0, max(n - 1, 0))
    some = st.frozensets(st.tuples(rows, rows), max_size=4 if n else 0)
    blocked = draw(st.just(frozenset[tuple[int, int]]()) | some)
    row = draw(st.none() | rows) if n else None
    prefix = () if row is None or (0, row) in blocked else (row,)
    closed = frozenset(square for square in blocked if square[0] or not prefix)
    return Problem(n, prefix, closed, colours=colours)


@st.composite
def answers(draw: st.DrawFn, problem: Problem) -> list[tuple[int, ...]]:
    """The solutions of the board, or answers that lose, repeat and add some."""
    n, right = problem.n, sorted(known_solutions(problem))
    free = sorted(known_solutions(Problem(n)))
    rows = st.lists(st.integers(-1, n), min_size=n, max_size=n).map(tuple)
    others = st.lists(st.sampled_from([*free, (0,) * n]) | rows, max_size=2)
    kept = [
        right,
        right[: draw(st.integers(0, len(right)))],
        [board for board in right if board <= board[::-1]],
        [board for board in right if draw(st.booleans())],
    ]
    return [*draw(st.sampled_from(kept)), *draw(st.just([]) | others)]


@st.composite
def comparisons(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A board and runs on it, right and wrong."""
    problem = draw(boards())
    arrived = []
    for backend in BACKENDS[: draw(st.integers(1, 3))]:
        packer = pack(draw(answers(problem)), problem.n)
        arrived.append(
            {
                "backend": backend,
                "cause": draw(st.sampled_from(["done", "done", "time"])),
                "packed": bytes(packer.packed),
                "count": packer.count,
                "rejected": [astuple(each) for each in packer.rejected],
            }
        )
    asked = {
        "n": problem.n,
        "prefix": problem.prefix,
        "blocked": sorted(problem.blocked),
        "colours": problem.colours,
        "goal": draw(st.sampled_from(["all", "first"])),
    }
    return asked, arrived


@settings(max_examples=60)
@given(comparison=comparisons())
def test_the_page_judges_as_the_command_line(
    page: subprocess.Popen[str], comparison: tuple[dict[str, Any], list[dict[str, Any]]]
) -> None:
    asked, arrived = comparison
    sent = [{**run, "packed": list(run["packed"])} for run in arrived]
    assert page.stdin
    assert page.stdout
    print(json.dumps([asked, sent]), file=page.stdin, flush=True)
    assert json.loads(page.stdout.readline()) == json.loads(json.dumps(judged(asked, arrived)))


ABSENT = {*LACKING, "markupsafe", "pygments", "ortools", "pyswip"}
"""Modules that the browser does not have."""


def test_the_python_of_the_page_needs_no_package_that_a_browser_lacks() -> None:
    inside = [path.stem for path in (ROOT / "solvers/site/inside").glob("*.py")]
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({ABSENT!r}))\n"
        f"for name in {inside!r}: __import__(f'solvers.site.inside.{{name}}')"
    )
    told = ran([sys.executable, "-c", program])
    assert told.returncode == 0, told.stderr


def test_the_page_says_which_languages_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "FOLDER", tmp_path)
    wanted = {"name": "mine.scm", "text": "(define (queens n) '())", "largest": 4, "seconds": 1}
    told = checked(wanted, [])["html"]
    assert "This page has no engine for Guile." in told
    assert "apt-get" not in told


class WithClingo(Worker):
    """Lets the clingo of this Python answer in place of that in the page."""

    def _reply(self, request: Any) -> Any:
        program, models, options = request["args"]
        clingo = [sys.executable, "-m", "clingo", "-", "--outf=2", *options, str(models)]
        done = subprocess.run(clingo, input=program, capture_output=True, text=True, check=False)
        wrong = "parsing failed" in done.stderr
        told = {"Result": "ERROR", "Error": done.stderr} if wrong else json.loads(done.stdout)
        told["Warnings"] = done.stderr.split("\n\n")
        return {"told": told, "printed": "", "ended": "", "seconds": 0.0}


@a_share("name", ["hidden_choice", "leftmost", "misspelt", "old_words", "latin_1"])
def test_a_model_is_judged_in_the_page_as_on_the_command_line(name: str) -> None:
    pytest.importorskip("clingo")
    model = find_submission(str(ROOT / "tests" / "models" / f"{name}.lp"))
    native, here = (
        check_program(model, range(1, 6), Limits(), runner)
        for runner in (Sandbox.BASIC, WithClingo([], None))
    )
    assert (here.verdict, here.subject, here.reason) == (
        native.verdict,
        native.subject,
        native.reason,
    )
    assert [each.mistake for each in here.diagnosis] == [each.mistake for each in native.diagnosis]


def test_the_atoms_of_a_model_are_taken_apart() -> None:
    atoms = ["q(2,f(1,-2))", "q(-1,x)", 'told("a,(b)")', "-r", "(1,2)", "7", '"text"']
    assert grouped(atoms) == {
        "q/2": [[-1, "x"], [2, "f(1,-2)"]],
        "told/1": [['"a,(b)"']],
        "-r/0": [[]],
        "()/2": [[1, 2]],
    }


# The page as a file


LARGEST_FILE = 18_000_000


def test_the_page_stays_small_and_may_send_nothing(site_page: Path) -> None:
    assert site_page.stat().st_size < LARGEST_FILE
    assert b"connect-src 'none'" in site_page.read_bytes()[:1000]


def test_engines_that_cannot_be_downloaded_are_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, queens: Queens
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engines, "NPM", ("sh", "-c", "echo npm error ENOTCACHED >&2; exit 1"))
    printed = queens("site", "--out", tmp_path / "queens.html", "--one-file", code=4)
    assert printed.err.count("\n") == 1
    assert (
        "cannot download the engines; the first time needs network access: npm error" in printed.err
    )
    assert not list(tmp_path.glob("*.html"))


FREE = {"MIT", "Apache-2.0", "MPL-2.0", "BSD-2-Clause"}
"""Under these, everybody may pass a part on."""


def test_the_licence_of_each_shipped_part_allows_redistribution(site_page: Path) -> None:
    lock = json.loads((engines.engine_folder() / "package-lock.json").read_text())["packages"]
    notice = site_page.read_text().partition('<details id="notice">')[2].partition("</dl>")[0]
    shipped = {place.split("/")[0] for place in build.ENGINES.values()} | build.EDITOR.keys()
    for name in shipped:
        assert lock[f"node_modules/{name}"]["license"] in FREE
    versions = {name: lock[f"node_modules/{name}"]["version"] for name in shipped}
    for name, version in versions.items():
        assert re.search(rf"(?i)<dt>{name} {re.escape(version)}</dt>", notice)
    for library in build.LIBRARIES.values():
        assert re.search(rf"<dt>{library} [^<]*</dt><dd>(MIT|BSD-2-Clause)</dd>", notice)
    own = {"suite.zip", "prolog.json", "pyodide-lock.json", *build.WORKERS}
    assert build.engine_parts().keys() - build.ENGINES.keys() == own
