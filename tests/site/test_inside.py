"""The core runs where there are no processes and no compiled packages, as in a browser."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import without_processes
from places import ROOT

from solvers.grading.sandbox import Sandbox
from solvers.site.inside.checking import checked

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


def test_the_page_says_which_languages_it_runs() -> None:
    wanted = {"name": "mine.scm", "text": "(define (queens n) '())", "largest": 4, "seconds": 1}
    told = checked(wanted, [])["html"]
    assert "This page runs Python and Prolog, and mine.scm is written in Guile" in told
    assert "apt-get" not in told
