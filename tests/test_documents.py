"""Every command that a document shows is run, and prints what the document shows."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import skip_or_fail

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

MEASURED = [
    r"\d+(?:\.\d+)? (?:µs|ms|s)\b",
    r"\d+ MiB",
    r"guard: (?:strong|basic)",
    r"\b\d+\.\d\d\b(?= )",
    r"[\d,]+ (?:branches|conflicts|inferences|dead ends)",
    r"(?:Python|OR-Tools|python-constraint2|SWI-Prolog|NumPy|numba|clingo|PySAT|z3|xcover"
    r"|MiniZinc|Gecode) \d[\w.]*",
    r'"\w+(?:seconds|mib)": [-\d.e]+|"seconds": [-\d.e]+',
]
"""What differs from run to run or from version to version."""


def consoles() -> list[pytest.param]:  # type: ignore[valid-type]  # pytest.param is a function
    """Each command of each console block, with the output shown under it."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text(), re.DOTALL):
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = session.partition("\n")
                found.append(pytest.param(command, shown, id=f"{document.name}: {command}"))
    return found


def comparable(text: str) -> list[str]:
    """The lines without what was measured and without the width of columns."""
    for pattern in MEASURED:
        text = re.sub(pattern, "MEASURED", text)
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    # The memory of a program that is over at once may not have been seen.
    return [line.replace("MEASURED MEASURED -", "MEASURED MEASURED MEASURED") for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Stands for /tmp, where others may run the same commands."""
    return str(tmp_path_factory.mktemp("tmp"))


@pytest.mark.parametrize(("command", "shown"), consoles())
def test_a_command_prints_what_the_document_shows(command: str, shown: str, folder: str) -> None:
    for program, package in (("swipl", "swi-prolog-nox"), ("racket", "racket")):
        if not shutil.which(program):
            skip_or_fail(f"{program} is missing: sudo apt-get install {package}")
    done = subprocess.run(  # noqa: S602  # a document shows commands for a shell
        command.replace("/tmp/", f"{folder}/"),  # noqa: S108  # so a document says
        check=False,
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=100,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
    )
    printed = (done.stdout + done.stderr).replace(f"{folder}/", "/tmp/")  # noqa: S108
    assert comparable(printed) == comparable(shown)


def test_the_python_session_of_the_readme_works() -> None:
    if not shutil.which("swipl"):
        skip_or_fail("SWI-Prolog is missing: sudo apt-get install swi-prolog-nox")
    sessions = re.findall(r"```pycon\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("target", ["compare", "test", "lint", "lowest", "bench"])
def test_the_make_targets_exist(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target],  # noqa: S607  # whichever make there is
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=100,
    )
    expected = {"compare": "compare.py --n 10", "test": "-m pytest", "lint": "ruff check"}
    expected |= {"lowest": "--resolution lowest-direct", "bench": "-m benchmarks"}
    assert expected[target] in done.stdout


def test_every_file_that_a_document_links_to_exists() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
