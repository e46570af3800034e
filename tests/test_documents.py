"""Every command that a document shows is run, and prints what the document shows."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from api_reference import PAGE, page
from conftest import all_solutions, skip_or_fail
from documents import DOCUMENTS, blocks, comparable, output
from typed import ROOT

from solvers.interface import Placement, Problem

LECTURE = ROOT / "docs" / "lecture.md"
IN_PYTHON = [one for one in DOCUMENTS if "```pycon" in one.read_text()]


ALL_OF_THEM = os.environ.get("WHOLE_ZOO") == "1"

START_EVERY_ENGINE = {"python compare.py --list", "queens effort --n 8"}
"""Run by make zoo; make test lists and measures a few backends."""


def consoles() -> list[pytest.param]:  # type: ignore[valid-type]  # pytest.param is a function
    """The commands of each block of each document, with the output shown under them."""
    return [
        pytest.param(block, id=f"{document.name}: {block[0]['command']}")
        for document in DOCUMENTS
        for block in blocks(document)
        if ALL_OF_THEM or block[0]["command"] not in START_EVERY_ENGINE
    ]


def need(*programs: tuple[str, str]) -> None:
    """Skip or fail where one of the programs is not here."""
    for program, package in programs:
        if not shutil.which(program):
            skip_or_fail(f"{program} is missing: sudo apt-get install {package}")


@pytest.mark.parametrize("block", consoles())
def test_a_command_prints_what_the_document_shows(
    block: list[re.Match[str]], tmp_path: Path
) -> None:
    need(("swipl", "swi-prolog-nox"), ("racket", "racket"))
    for session in block:
        printed = output(session["command"], folder=tmp_path)
        assert comparable(printed) == comparable(session["shown"])


@pytest.mark.parametrize("document", IN_PYTHON, ids=lambda one: one.name)
def test_a_python_session_works(document: Path) -> None:
    need(("swipl", "swi-prolog-nox"))
    session = "\n".join(re.findall(r"```pycon\n(.*?)```", document.read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(
        session, {"__name__": "__main__"}, document.name, document.name, 0
    )
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    "target", ["compare", "test", "lint", "lowest", "bench", "proof", "lecture"]
)
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
    expected |= {"proof": "-n auto proof", "lecture": "--report docs/lecture.html"}
    assert expected[target] in done.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_what_a_document_links_to_exists(document: Path) -> None:
    for name, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", document.read_text()):
        target = (document.parent / name) if name else document
        assert target.exists(), f"{document.name} links to {name}"
        assert not heading or heading in headings(target), f"{name} has no heading {heading}"


def headings(document: Path) -> set[str]:
    """The names by which the headings of a document, or the parts of a page, are linked to.

    A link into a film is followed by the test of the lecture.
    """
    if document.suffix == ".html":
        text = document.read_text()
        return {*re.findall(r'id="([^"]+)"', text), *re.findall(r"left=[^)]*", LECTURE.read_text())}
    found = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in found}


def test_the_readme_is_a_front_door_and_not_the_manual() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    assert len(lines) <= 140
    assert lines[2].startswith("![")  # the picture is the first thing seen


def test_every_file_of_ours_that_a_document_names_exists() -> None:
    for document in DOCUMENTS:
        folders = "solvers|prolog|tests|tools|benchmarks|docs"
        for name in re.findall(rf"`((?:{folders})/[\w/.-]*)`", document.read_text()):
            assert (ROOT / name).exists(), f"{document.name} names {name}"


def test_the_reference_of_the_python_interface_is_what_the_code_says() -> None:
    assert PAGE.read_text() == page(), "run python tools/api_reference.py"


def test_the_paradigm_that_contributing_adds_keeps_the_contract() -> None:
    (program,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL
    )
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102  # what a document tells people to write
    for prefix in ((), (2,), (2, 4)):
        found: list[Placement] = list(names["BACKEND"].solve(Problem(6, prefix), Counter()))
        assert len(found) == len(set(found))
        assert set(found) == {one for one in all_solutions(6) if one[: len(prefix)] == prefix}


def test_each_promise_of_the_referee_has_its_test() -> None:
    table = (ROOT / "docs" / "security.md").read_text().partition("## What the suite promises")[2]
    promised = re.findall(r"^\| .+\. \| `(test_\w+)` \|$", table, re.MULTILINE)
    tests = "".join(path.read_text() for path in (ROOT / "tests").glob("test_*.py"))
    assert len(promised) >= 16
    assert [name for name in promised if f"def {name}(" not in tests] == []
