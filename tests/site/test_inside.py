"""The core runs where there are no processes and no compiled packages, as in a browser."""

from __future__ import annotations

import subprocess
import sys

from places import ROOT
from without_processes import LACKING

from solvers.site.inside.checking import checked

ABSENT = {*LACKING, "markupsafe", "pygments", "ortools", "pyswip"}
"""Modules that the browser does not have."""


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


def test_the_page_says_which_languages_it_runs() -> None:
    wanted = {"name": "mine.scm", "text": "(define (queens n) '())", "largest": 4, "seconds": 1}
    told = checked(wanted, [])["html"]
    assert "This page runs Python and Prolog, and mine.scm is written in Guile" in told
    assert "apt-get" not in told
