"""The core runs where there are no processes and no compiled packages, as in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
import without_processes
from places import ROOT

from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.site.inside.asp_model import grouped
from solvers.site.inside.checking import Worker, checked

ABSENT = ("jinja2", "markupsafe", "pygments", "msgspec", "ortools", "pyswip", "rich")
"""Packages that the browser does not have."""


def test_the_python_of_the_page_needs_no_package_that_a_browser_lacks() -> None:
    inside = [path.stem for path in (ROOT / "solvers/site/inside").glob("*.py")]
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({ABSENT!r}))\n"
        f"for name in {inside!r}: __import__(f'solvers.site.inside.{{name}}')"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr


@pytest.mark.slow("computes all again")
def test_a_page_computes_the_same_results_as_the_suite() -> None:
    command = [sys.executable, str(ROOT / "tests" / "without_processes.py")]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    for found, expected in zip(
        json.loads(told.stdout), without_processes.everything(Sandbox.BASIC), strict=True
    ):
        assert found == json.loads(json.dumps(expected))


def test_the_page_says_which_language_it_cannot_run() -> None:
    wanted = {"name": "mine.scm", "text": "(define (queens n) '())", "largest": 4, "seconds": 1}
    told = checked(wanted, [])["html"]
    assert "This page has no engine for Guile. Type: queens check mine.scm" in told
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


@pytest.mark.parametrize("name", ["hidden_choice", "leftmost", "misspelt", "old_words", "latin_1"])
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
