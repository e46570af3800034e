"""The documents: commands print the output shown, links lead somewhere, pages stay short."""

from __future__ import annotations

import doctest
import json
import math
import pydoc
import re
import sys
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from documents import (
    DOCUMENTS,
    addresses,
    blocks,
    cited,
    comparable,
    output,
    with_addresses,
    with_answers,
)
from engines import needs_program, needs_prolog
from places import ROOT, ZOO
from processes import ran
from shares import a_share, slower
from typed_commands import typed

from solvers import registry
from solvers.grading.repair import trials
from solvers.interface import Backend
from solvers.output import run_table
from solvers.output.listing import choice_facts
from solvers.tracing.traces import is_traced

LECTURE = {ROOT / "build" / "lecture.html", ROOT / "build" / "one-change.html"}
"""The pages that make lecture writes; the test of the lecture follows the links into the first."""

PAGES = [one for one in DOCUMENTS if one.name != "CHANGELOG.md" and one.parent.name != "benchmarks"]
IN_PYTHON = [one for one in DOCUMENTS if "```pycon" in one.read_text()]


def consoles(documents: Iterable[Path]) -> list[Any]:
    """The commands of each block of each document, with the output shown under them."""
    return [
        pytest.param(block, id=f"{document.name}: {block[0]['command']}")
        for document in documents
        for block in blocks(document)
    ]


OTHERS = [one for one in DOCUMENTS if one != ROOT / "README.md"]


@pytest.mark.parametrize("block", [*consoles([ROOT / "README.md"]), *map(slower, consoles(OTHERS))])
def test_a_command_prints_the_output_that_the_document_shows(
    block: list[re.Match[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "SECONDS", 200)  # a busy machine tries as many changes
    monkeypatch.setattr(trials, "TRYING", 100)
    monkeypatch.setattr(run_table, "OUR_PREPARE_SECONDS", math.inf)  # and is slow to begin
    needs_prolog()
    needs_program("racket", "racket")
    for session in block:
        printed = output(session["command"], folder=tmp_path)
        assert comparable(printed) == comparable(session["shown"])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_a_document_says_of_a_paradigm_what_its_record_says(document: Path) -> None:
    assert with_answers(text := document.read_text()) == text, "python tests/documents.py"


def test_the_pages_count_the_programs_that_there_are() -> None:
    ours = [one for one in registry.backends().values() if not one.origin]
    textbooks = [one for one in ours if registry.is_textbook(one)]
    traced = sum(map(is_traced, textbooks))
    engines = sum(one.group == "engines" for one in ours)
    coloured = sum(bool(one.coloured) for one in ours)
    numbers = dict(enumerate(["Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"], 7))
    for name, told in {
        "README.md": f"does it in {len(textbooks)} styles",
        "CITATION.cff": f"in {len(textbooks)} programming paradigms",
        "docs/paradigms.md": f"each of {len(textbooks)} paradigms",
        "docs/formats.md": f"{traced} of the {len(textbooks)} textbook programs have a trace",
        "docs/compare.md": f"{numbers[coloured]} programs solve it",
        "docs/one-change.md": f"{numbers[coloured]} programs of the suite were changed",
        "docs/paradigms.md ": f"{numbers[engines]} engines get the three all-different",
    }.items():
        text = " ".join((ROOT / name.strip()).read_text().split())
        assert told in text, f"{name}: {told}"


def test_every_textbook_program_says_who_searches_and_who_undoes() -> None:
    shown = (ROOT / "docs" / "paradigms.md").read_text()
    textbooks = [each for each in registry.backends().values() if not each.variant_of]
    ours = [each for each in textbooks if not each.origin]
    assert [each.name for each in ours if not all(choice_facts(each))] == []
    assert [each.name for each in ours if f"|[`{each.name}`](" not in shown] == []


KNOWN = {"Repository": "https://example.org/suite", "Page": "https://example.org/site/"}


def test_an_address_is_shown_where_pyproject_names_it_and_only_then() -> None:
    readme, citation = ((ROOT / name).read_text() for name in ("README.md", "CITATION.cff"))
    assert with_addresses(readme, addresses()) == readme, "python tests/documents.py --addresses"
    assert cited(citation, addresses()) == citation, "python tests/documents.py --addresses"
    shown = with_addresses(readme, KNOWN)
    assert "](https://example.org/site/try/)" in shown
    assert "git clone https://example.org/suite`" in shown
    assert with_addresses(shown, addresses()) == readme
    added = cited(citation, KNOWN).removeprefix(citation)
    assert added == "repository-code: https://example.org/suite\nurl: https://example.org/site/\n"
    assert "ADDRESS-OF" not in readme


SITTING = ROOT / "examples" / "sitting.py"
MENDED = "tuple(problem.n - 1 - row for row in rows)"


def test_the_program_of_one_sitting_stands_whole_on_its_page() -> None:
    page = (ROOT / "docs" / "sitting.md").read_text()
    parts = [part.strip("\n") for part in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
    program = SITTING.read_text()
    assert "\n\n\n".join(parts) + "\n" == program
    assert len(program.splitlines()) <= 160


def test_the_exercises_of_one_sitting_have_the_answers_that_it_expects(tmp_path: Path) -> None:
    mended, times = re.subn(r"rows\[::-1\].*", MENDED, SITTING.read_text())
    blocked, more = re.subn(r"Problem\(int.*", "Problem(6, frozenset({(0, 1)}))", mended)
    assert (times, more) == (1, 1)
    for text, n, code in ((mended, 8, 0), (mended, 6, 0), (mended, 5, 1), (blocked, 6, 1)):
        (tmp_path / "sitting.py").write_text(text)
        done = ran([sys.executable, "sitting.py", str(n)], folder=tmp_path)
        assert (done.returncode, done.stderr) == (code, ""), done.stdout
        assert "recursion  complete" in done.stdout
        assert ("wrong is mirror; right is recursion" in done.stdout) is bool(code)


def test_help_explains_every_field_of_a_backend() -> None:
    shown = pydoc.plain(pydoc.render_doc(Backend))
    explained = re.findall(r"^ \|  ``(\w+)``\n \|      \S", shown, re.MULTILINE)
    assert explained == [one.name for one in fields(Backend)]


def test_the_programs_of_the_exercise_write_as_many_notations_as_the_course_says() -> None:
    text = (ROOT / "docs" / "course.md").read_text()
    names = re.findall(r"(?m)^\| \[(sicp[\w-]*)\]", text)
    command = "queens solve --n 4 --course-notation --backend"
    written = {typed(f"{command} {name}").stdout for name in names}
    numbers = ("no", "one", "two", "three", "four", "five")
    assert f"Here are {numbers[len(names)]} ways" in text
    assert f"write them in {numbers[len(written)]} notations" in text


@pytest.mark.slow("runs a whole check")
def test_the_formats_name_every_field_of_a_run(tmp_path: Path) -> None:
    needs_prolog()
    page = (ROOT / "docs" / "formats.md").read_text()
    told = typed("queens compare --n 4 --backends sicp docs/homework/bob.pl --output json")
    marked = typed("queens check docs/homework/bob.pl --n 4 --no-hints --output json")
    compared, mark = json.loads(told.stdout), json.loads(marked.stdout)
    runs = [*compared["runs"], *mark["runs"]]
    named = {*compared, *mark, *compared["certificate"]} | {name for one in runs for name in one}
    named |= {name for one in runs if one["witness"] for name in one["witness"]}
    assert [name for name in sorted(named) if f"`{name}`" not in page] == []
    table = page[page.index("## A mark") : page.index("The table of")]
    fields_of_a_mark = re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\|([^|]*)\|", table)))
    assert [name for name in fields_of_a_mark if name not in mark] == []


STOPPED = {
    "no function with a usual name, such as queens, takes n alone": "x = 1",
    "it was asked for all solutions, but gives the number of solutions": """
def total_n_queens(n): return [1, 0, 0, 2, 10, 4, 40, 92][n - 1]
""",
    "it was asked for all solutions, but gives one solution": (ZOO / "one_solution.py").read_text(),
    "which is not a board": "def queens(n): return {n: 'no'}",
    "queens(n) stops with an error for n = 4": "def queens(n): return 1 / 0",
    "the program cannot be loaded": "import there_is_no_such_module",
}
"""What the page of questions says of a program that is not judged, and such a program."""


@a_share("words", STOPPED)
def test_the_questions_quote_what_the_check_says(words: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STOPPED[words])
    told = typed("queens check mine.py", tmp_path).stdout
    assert words in told
    assert words in (ROOT / "docs" / "questions.md").read_text()


IN_TEXT = re.compile(r"`((?:queens|python compare\.py) (?![^`]*\b[A-Z]{3})[^`]*(?:--|docs/)[^`]*)`")
"""Matches a command of ours that can be typed as it stands; one with a FILE to put in cannot."""


@pytest.mark.slow("runs the commands in the text of every page")
@pytest.mark.parametrize(
    "command", sorted({line for one in DOCUMENTS for line in IN_TEXT.findall(one.read_text())})
)
def test_a_command_in_the_text_of_a_document_works(command: str, tmp_path: Path) -> None:
    needs_prolog()
    for folder in ("docs", "prolog", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    page = (ROOT / "docs" / "backend.md").read_text()
    program = page.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "my_queens.py").write_text(program)
    done = typed(command, tmp_path)
    assert done.returncode in {0, 1}, done.stderr  # a program of the homework is wrong
    assert "error" not in done.stderr


@pytest.mark.parametrize("document", IN_PYTHON, ids=lambda one: one.name)
def test_a_python_session_works(document: Path) -> None:
    needs_prolog()
    session = "\n".join(re.findall(r"```pycon\n(.*?)```", document.read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(
        session, {"__name__": "__main__"}, document.name, document.name, 0
    )
    assert doctest.DocTestRunner().run(test).failed == 0


TARGETS = {
    "compare": "compare.py --n 10",
    "test": "-m pytest",
    "lint": "ruff check",
    "lowest": "--resolution lowest-direct",
    "test-slow": "--slow -m slow",
    "bench": "-m benchmarks",
    "dist": "-m hatchling build",
    "proof": "-n auto proof",
    "lecture": "--report build/lecture.html",
    "docs": "tools/documentation/make_site.py",
    "pictures": "tools/pictures.py",
    "site": "queens site --one-file",
}
"""The targets of make, each with a part of what it runs."""


def test_the_page_about_installing_names_what_the_targets_install() -> None:
    told = ran(["make", "--dry-run", "--always-make", "UV=", *TARGETS]).stdout
    told = told.replace("\\\n", " ")
    assert [target for target, text in TARGETS.items() if text not in told] == []
    page = (ROOT / "docs" / "install.md").read_text()
    for line in re.findall(r"tools/system-package\.sh (.*)", told):
        before = re.split(r"\|\|\s+\{", line)[0]  # what is said if it fails
        for package in re.findall(r"""([\w.-]+) (?:'[^']*'|"[^"]*")""", before):
            assert package.startswith("python3") or f"`{package}`" in page, package
    told = ran(["make", "--dry-run", "test", "LOCKED=1", "--always-make"]).stdout
    assert "--constraint constraints.txt --editable" in told


def test_make_clean_deletes_all_that_git_ignores_because_it_was_built() -> None:
    told = ran(["make", "--dry-run", "clean"]).stdout
    ignored = (ROOT / ".gitignore").read_text().split()
    built = [name.strip("/") for name in ignored if not re.search(r"\*|^/", name)]
    assert {".venv", "uv.lock", "build"} <= {*built}
    assert [name for name in built if name not in told] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_the_target_of_every_link_in_a_document_exists(document: Path) -> None:
    for name, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", document.read_text()):
        target = (document.parent / name).resolve() if name else document
        if target in LECTURE:
            continue
        assert target.exists(), f"{document.name} links to {name}"
        assert not heading or heading in headings(target), f"{name} has no heading {heading}"


def headings(document: Path) -> set[str]:
    """The names by which the headings of a document are linked to."""
    found = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in found}


def prose(document: Path) -> str:
    """The document without its code blocks."""
    return re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)


def words(text: str) -> list[str]:
    """The words of a text as they are compared: small letters, without marks."""
    return re.findall(r"[a-z0-9']+", text.lower())


def test_the_pages_are_few_and_short() -> None:
    lengths = {page: len(page.read_text().split()) for page in PAGES}
    assert len(PAGES) <= 18
    assert {page.name: n for page, n in lengths.items() if n > 1200} == {}
    readme = ROOT / "README.md"
    assert lengths[readme] <= 600
    assert len(with_addresses(readme.read_text(), KNOWN).split()) <= 600
    first = readme.read_text().splitlines()[:10]
    assert any(line.startswith("![") for line in first)  # the picture is seen first


def test_no_two_pages_say_the_same() -> None:
    seen: dict[tuple[str, ...], Path] = {}
    twice = set()
    for page in PAGES:
        found = words(prose(page))
        for run in {tuple(found[start : start + 8]) for start in range(len(found) - 7)}:
            if seen.setdefault(run, page) != page:
                twice.add(f"{seen[run].name}, {page.name}: {' '.join(run)}")
    assert twice == set()


def test_no_page_repeats_the_help_or_a_measurement() -> None:
    for page in PAGES:
        rows = re.findall(r"^\| *`?(?:--[a-z]|-?\d+`? *\|).*", prose(page), re.MULTILINE)
        assert rows == [], f"{page.name} has a table of options or exit codes"
        assert "exit code" not in prose(page).lower() or page.name == "CONTRIBUTING.md"
        found = re.findall(r"\d[\d.]*(?: ?ms\b| times as (?:fast|long))", prose(page))
        assert found == [], f"{page.name}: such figures come from benchmarks/results"


def test_every_file_of_ours_that_a_document_names_exists() -> None:
    for document in DOCUMENTS:
        folders = "solvers|prolog|tests|tools|benchmarks|docs"
        for name in re.findall(rf"`((?:{folders})/[\w/.-]*)`", document.read_text()):
            assert (ROOT / name).exists(), f"{document.name} names {name}"


def test_every_page_that_a_source_names_exists() -> None:
    sources = [
        one
        for folder in ("solvers", "prolog", "proof", "tools", "benchmarks", "examples")
        for one in (ROOT / folder).rglob("*.*")
        if one.suffix in {".py", ".pl", ".v", ".ml", ".sh", ".js", ".jinja"}
    ]
    named = {
        name for one in sources for name in re.findall(r"\bdocs/\w[\w-]*\.md", one.read_text())
    }
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
