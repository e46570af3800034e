"""The languages in which a file may be written, and the packages that a program may import."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from checked_programs import checked, next_step, told
from queens_command import Queens

from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.language import LANGUAGES, PYTHON, Language, languages_of, packages_named
from solvers.grading.result import ProgramVerdict, Reason, ReasonKind
from solvers.grading.sandbox import Sandbox, launcher
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
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with distributions that require each other, some of them in a circle."""
    folder = tempfile.TemporaryDirectory()
    home = Path(folder.name)
    home.chmod(0o755)  # a program may run as another user
    distribution(home, "qalpha", "qbeta", "qgamma")
    distribution(home, "qbeta", "qgamma>=1", "qelsewhere")
    distribution(
        home, "qgamma", "qalpha ; extra == 'all'", "qold ; python_version < '3'", "qbeta>0"
    )
    distribution(home, "qold")
    monkeypatch.syspath_prepend(str(home))
    with folder:
        yield home


def test_a_package_brings_each_distribution_that_it_requires_once(installed: Path) -> None:
    found = packages_named(["qalpha"])
    modules = {name for name in found if name.endswith(".py")}
    assert modules == {"qalpha.py", "qbeta.py", "qgamma.py"}
    assert all(place.parent == installed for place in found.values())
    assert packages_named(["qbeta", "qbeta"]).keys() & {"qalpha.py", "qold.py"} == set()


def test_a_package_that_is_not_installed_is_refused_by_name(installed: Path) -> None:
    assert packages_named([]) == {}
    with pytest.raises(UsageError, match="the package qelsewhere is not installed here"):
        packages_named(["qalpha", "qelsewhere"])
    with pytest.raises(UsageError, match="os is part of Python, and always allowed; leave it out"):
        packages_named(["os"])


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


COUNTED = Language(
    name="Counted",
    command=PYTHON.command,
    harness="counted.py",
    executable=PYTHON.executable,
    install="make it",
    suffixes=(".counted",),
    calls={2: ("{n} boards {name}",)},
    definition=lambda name, parameters: f"{' '.join(parameters)} {name}",
    loads=re.compile(r"^see ([\w.-]+)$", re.MULTILINE),
)
"""A language with a line for each board: the name of its list, and the rows."""

COUNTED_HARNESS = """
import json, os, pathlib, sys
asks = os.fdopen(0)
token, path, descriptor, start = (asks.readline().strip() for _ in range(4))
records = os.fdopen(int(descriptor), "w")
lines = [line.split() for line in pathlib.Path(path).read_text().splitlines()]
for line in lines:
    if line[0] == "see":
        beside = pathlib.Path(path).with_name(line[1]).read_text()
        lines += [more.split() for more in beside.split(";")]

def send(kind, data):
    print(token, kind, json.dumps(data), file=records, flush=True)

send("loading", {})
names = {line[0] for line in lines if line[0] != "see"}
send("ready", {"load_error": "", "entries": [[name, 2, 2, [], -1, -1] for name in names]})
for ask in asks:
    token, call = ask.strip().split("\\t")
    n, _, name = call.split()
    boards = [[*map(int, rows)] for own, *rows in lines if own == name and len(rows) == int(n)]
    for board in boards:
        send("answer", board)
    send("end", {"count": len(boards)})
"""


@pytest.fixture
def counted(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds a language: one record and one harness."""
    harnesses = shutil.copytree(compiled, tmp_path / "harness")
    (harnesses / COUNTED.harness).write_text(COUNTED_HARNESS)
    monkeypatch.setattr(launcher, "HARNESSES", harnesses)
    monkeypatch.setitem(LANGUAGES, "counted", COUNTED)


@pytest.mark.usefixtures("counted")
def test_a_language_is_one_record_and_one_harness(tmp_path: Path, queens: Queens) -> None:
    program = tmp_path / "mine.counted"
    program.write_text("queens 0\nqueens 1 3 0 2\nsee more.txt\n")
    (tmp_path / "more.txt").write_text("queens 2 0 3 1;place 0")
    result = checked(program, sizes=[1, 4], runner=Sandbox.BASIC)
    assert told(result).headline == "n boards queens is right for n = 1 and 4"
    unread = replace(result, reason=Reason(ReasonKind.NOTHING, 4))
    assert next_step(unread).endswith("it defines ... ... queens, ... ... place")
    assert checked(program, sizes=[1], call="{n} boards place").verdict is ProgramVerdict.RIGHT
    (tmp_path / "other.txt").write_text("place 0 0 0 0\n")
    shown = queens(
        "check", tmp_path / "other.txt::place", "--language", "counted", "--n", "4", code=1
    )
    assert "other.txt::place: n boards place is wrong" in shown.out
