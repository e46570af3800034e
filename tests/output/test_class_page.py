"""The page of a class, and the pages of its students."""

from __future__ import annotations

import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Open
from checked_programs import judged
from places import ZOO

from solvers.cli.queens import main
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.grading.result import CheckResult
from solvers.output.class_page import write_class
from solvers.output.grade_table import GradeRow
from solvers.output.report import report_of

Capture = pytest.CaptureFixture[str]


class Marked(NamedTuple):
    """The folder with the pages of a class, and the words of the command on standard error."""

    pages: Path
    said: str

    @property
    def numbers(self) -> str:
        """The page of the class for everybody."""
        return (self.pages / "class.html").read_text()

    @property
    def whole(self) -> str:
        """The page of the class with names."""
        return (self.pages / "class-names.html").read_text()

    def page(self, name: str) -> Path:
        """The page of a student."""
        (path,) = self.pages.glob(f"{name}-py*.html")
        return path


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Marked:
    """A class of six, marked once for the tests of this file."""
    folder, pages = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("pages")
    shutil.copyfile(ZOO / "exercise_class.py", folder / "ada.py")
    shutil.copyfile(ZOO / "no_diagonals.py", folder / "bob.py")
    odd = "def queens(n):\n    return [[0]] if n == 1 else [[1] * n, [0] * n]\n"
    for name in ("cy.py", "dee.py"):
        (folder / name).write_text(f"# {name}\n{odd}")
    for name in ("eve.py", "fay.py"):
        shutil.copyfile(ZOO / "each_twice.py", folder / name)
    options = ["--n", "4", "--feedback", str(pages), "--sandbox", "basic", "--jobs", "2"]
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        assert main(["check", str(folder), *options]) == 1
    return Marked(pages, said.getvalue())


def test_the_page_of_a_class_counts_and_links_to_each_student(marked: Marked) -> None:
    assert f"The page of the class is {marked.pages / 'class.html'}" in marked.said
    assert "6 programs marked (5 wrong, 1 right)." in marked.whole
    assert "<svg" in marked.whole
    result = "<td>queens(n) is wrong at n = 2 (2 invalid); "
    assert result in marked.whole.replace("\xa0", " ")
    assert marked.whole.count("<td><code>queens(n)</code></td>") == 5
    assert "<td><code>Solution().solveNQueens(n)</code></td>" in marked.whole
    link = f'<a class="name" href="{marked.page("bob").name}">bob</a>'
    assert marked.whole.count(link) == 2


def test_each_student_gets_a_page(marked: Marked) -> None:
    assert len(list(marked.pages.glob("*-py*.html"))) == 6
    page = marked.page("bob").read_text()
    assert "<h1>bob.py</h1>" in page
    assert "<figcaption>A board of the program</figcaption>" in page


def test_mistakes_are_grouped_by_facts_and_not_by_words(tmp_path: Path) -> None:
    found = [
        Diagnosis(Mistake.NO_DIAGONALS),
        Diagnosis(Mistake.NO_DIAGONALS, by_lines=True),
        Diagnosis(Mistake.SOME_MISSING, 4, found=1, known=2),
        Diagnosis(Mistake.SOME_MISSING, 5, found=1, known=10),
        Diagnosis(Mistake.WRONG_COUNTS, counts=((4, 3, 2),)),
        Diagnosis(Mistake.WRONG_COUNTS, counts=((4, 5, 2),)),
    ]
    wrong = judged({4: ((),)})
    write_class(tmp_path, [row(replace(wrong, diagnosis=(each,))) for each in found])
    assert re.findall(r"<h3>(.*)</h3>", (tmp_path / "class.html").read_text()) == [
        "Its answers are those of a program that compares only rows (2 programs)",
        "Some solutions are missing (2 programs)",
        "Its numbers are wrong (2 programs)",
    ]


def row(result: CheckResult) -> GradeRow:
    return GradeRow(report_of(result, {4: 1.0}))


@pytest.mark.slow("marks another class")
def test_a_mistake_in_drawn_boards_is_told_by_their_lines(tmp_path: Path, capsys: Capture) -> None:
    draws = (
        "from itertools import permutations\ndef queens(n):\n"
        "    return [["
        "'.' * r + 'Q' + '.' * (n - r - 1) for r in p] for p in permutations(range(n))]"
    )
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw" / "ada.py").write_text(f"{draws}\n")
    pages = tmp_path / "pages"
    main(["check", str(tmp_path / "hw"), "--n", "4", "--feedback", str(pages)])
    capsys.readouterr()
    whole = (pages / "class-names.html").read_text()
    assert "Its answers are those of a program that compares only columns" in whole


@pytest.mark.slow("looks for faults of accessibility")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_class_have_no_fault_of_accessibility(
    opened: Open, marked: Marked, scheme: str
) -> None:
    for text, size in (
        (marked.page("bob").read_text(), (390, 844)),
        (marked.whole, (1280, 900)),
        (marked.numbers, (1280, 900)),
    ):
        shown = opened(text, scheme=scheme, size=size)
        assert Axe().run(shown).response["violations"] == []


@pytest.mark.slow("opens a browser of the width of a phone")
def test_the_pages_of_a_class_fit_a_phone(opened: Open, marked: Marked) -> None:
    for text in (marked.numbers, marked.whole, marked.page("bob").read_text()):
        shown = opened(text, size=(390, 844))
        assert shown.evaluate("() => document.documentElement.scrollWidth") <= 390
    board = shown.locator(".board").bounding_box()
    assert board
    assert board["y"] < 400


@pytest.mark.slow("opens a browser")
def test_the_table_of_a_class_is_sorted_by_a_click(opened: Open, marked: Marked) -> None:
    shown = opened(marked.whole)
    order = "all => all.map(one => one.innerText.split(' ').at(0))"
    scores = "#table tbody tr td:nth-of-type(2)"
    shown.get_by_role("button", name="score").click()
    assert shown.eval_on_selector_all(scores, order) == ["0", "0", "0", "0", "0", "1"]
    shown.get_by_role("button", name="score").click()
    assert shown.eval_on_selector_all(scores, order) == ["1", "0", "0", "0", "0", "0"]
