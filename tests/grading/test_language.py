"""The languages in which a file may be written, and the packages that a program may import."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.language import languages_of, packages_named
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, find_submission


@pytest.mark.parametrize(
    ("suffix", "source", "names"),
    [
        (".rkt", "#lang racket\n", ["Racket"]),
        (".scm", "; a module\n(module queens racket)\n", ["Racket"]),
        (".scm", "(import (scheme base))\n", ["Guile"]),
        (".scm", "(use-modules (srfi srfi-1))\n", ["Guile"]),
        (".rkt", "(define (queens n) '())\n", ["Racket", "Guile"]),
        (".scm", "(define (queens n) '())\n", ["Guile", "Racket"]),
        (".scm", "(define (queens n) (foldl + 0 '()))\n", ["Racket", "Guile"]),
        (".scm", "(define (require p) p)\n(require 1 )\n", ["Guile", "Racket"]),
    ],
)
def test_a_scheme_file_is_tried_in_the_likeliest_language_first(
    suffix: str, source: str, names: list[str]
) -> None:
    assert [language.name for language in languages_of(suffix, source)] == names


def distribution(home: Path, name: str, *requires: str) -> None:
    """Install a distribution with one module, which imports the modules that it requires."""
    info = home / f"{name}-1.0.dist-info"
    info.mkdir()
    needs = "".join(f"Requires-Dist: {each}\n" for each in requires)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}")
    (info / "RECORD").write_text(f"{name}.py,,\n../../bin/{name},,\n{info.name}/METADATA,,\n")
    (info / "top_level.txt").write_text(f"{name}\n")
    own = [each for each in requires if each.isalpha()]
    (home / f"{name}.py").write_text("".join(f"import {each}\n" for each in own) + "BOARD = []\n")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with distributions that require each other, some of them in a circle.

    Nobody else can reach it, and a program may run as another user.
    """
    (home := tmp_path / "home").mkdir(mode=0o700)
    distribution(home, "qalpha", "qbeta", "qgamma")
    distribution(home, "qbeta", "qgamma>=1", "qelsewhere")
    distribution(
        home, "qgamma", "qalpha ; extra == 'all'", "qold ; python_version < '3'", "qbeta>0"
    )
    distribution(home, "qold")
    monkeypatch.syspath_prepend(str(home))
    return home


def test_a_package_brings_each_distribution_that_it_requires_once(installed: Path) -> None:
    found = packages_named(["qalpha"])
    modules = {name for name in found if name.endswith(".py")}
    assert modules == {"qalpha.py", "qbeta.py", "qgamma.py"}
    assert all(place.parent == installed for place in found.values())
    assert packages_named(["qbeta", "qbeta"]).keys() & {"qalpha.py", "qold.py"} == set()


def test_a_package_that_is_not_installed_is_refused_by_name(installed: Path) -> None:
    assert packages_named([]) == {}
    with pytest.raises(UsageError, match="there is no installed package qelsewhere; Python's own"):
        packages_named(["qalpha", "qelsewhere"])


def test_a_program_imports_an_allowed_package_with_all_that_it_requires(
    installed: Path, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    (installed / "qbeta.py").write_text("import qgamma\n")
    path.write_text("import qalpha, qbeta\ndef queens(n): return [(1, 3, 0, 2), (2, 0, 3, 1)]\n")
    submission = find_submission(str(path))
    options = CheckOptions(packages=packages_named(["qalpha"]))
    allowed = check_program(submission, [4], Limits(), Sandbox.BASIC, options)
    assert allowed.verdict is ProgramVerdict.RIGHT, allowed.load_error
    without = check_program(submission, [4], Limits(), Sandbox.BASIC)
    assert without.verdict is ProgramVerdict.NOT_JUDGED
    assert "No module named 'qalpha'" in without.load_error
