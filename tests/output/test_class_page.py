"""The page of a class, and the pages of its students."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Open
from checked_programs import judged
from places import ZOO
from typed_commands import typed

from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.grading.result import CheckResult
from solvers.output.class_page import write_class
from solvers.output.grade_table import GradeRow
from solvers.output.report import report_of


def page_of(pages: Path, name: str) -> str:
    """The page of a student, or that of the class."""
    (path,) = pages.glob(f"{name}.html" if "class" in name else f"{name}-py*.html")
    return path.read_text()


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a class of six, marked once for the tests of this file."""
    folder, pages = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("pages")
    shutil.copyfile(ZOO / "exercise_class.py", folder / "ada.py")
    shutil.copyfile(ZOO / "no_diagonals.py", folder / "bob.py")
    odd = "def queens(n):\n    return [[0]] if n == 1 else [[1] * n, [0] * n]\n"
    for name in ("cy.py", "dee.py"):
        (folder / name).write_text(f"# {name}\n{odd}")
    for name in ("eve.py", "fay.py"):
        shutil.copyfile(ZOO / "each_twice.py", folder / name)
    done = typed(f"queens check {folder} --n 4 --feedback {pages} --sandbox basic --jobs 2")
    assert done.returncode == 1
    assert f"The page of the class is {pages / 'class.html'}" in done.stderr
    return pages


def test_the_page_of_a_class_counts_and_links_to_each_student(marked: Path) -> None:
    whole = page_of(marked, "class-names")
    assert "6 programs marked (5 wrong, 1 right)." in whole
    assert "<svg" in whole
    result = "<td>queens(n) is wrong at n = 2 (2 invalid); "
    assert result in whole.replace("\xa0", " ")
    assert whole.count("<td><code>queens(n)</code></td>") == 5
    assert "<td><code>Solution().solveNQueens(n)</code></td>" in whole
    (page,) = marked.glob("bob-py*.html")
    assert whole.count(f'<a class="name" href="{page.name}">bob</a>') == 2


def test_the_page_for_the_room_leads_to_no_name(marked: Path) -> None:
    room = page_of(marked, "class")
    assert not re.search(r"\b(ada|bob|cy|dee|eve|fay)\b", room)
    assert all(link.startswith("#") for link in re.findall(r'(?:href|src)="([^"]*)"', room))
    assert not any(path.name in room for path in marked.iterdir() if path.name != "class.html")


def test_each_student_gets_a_page(marked: Path) -> None:
    assert len(list(marked.glob("*-py*.html"))) == 6
    page = page_of(marked, "bob")
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


@pytest.mark.slow("looks for faults of accessibility")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_class_have_no_fault_of_accessibility(
    opened: Open, marked: Path, scheme: str
) -> None:
    for text, size in (
        (page_of(marked, "bob"), (390, 844)),
        (page_of(marked, "class-names"), (1280, 900)),
        (page_of(marked, "class"), (1280, 900)),
    ):
        shown = opened(text, scheme=scheme, size=size)
        assert Axe().run(shown).response["violations"] == []


@pytest.mark.slow("opens a browser of the width of a phone")
def test_the_pages_of_a_class_fit_a_phone(opened: Open, marked: Path) -> None:
    for text in (page_of(marked, "class"), page_of(marked, "class-names"), page_of(marked, "bob")):
        shown = opened(text, size=(390, 844))
        assert shown.evaluate("() => document.documentElement.scrollWidth") <= 390
    board = shown.locator(".board").bounding_box()
    assert board
    assert board["y"] < 400


@pytest.mark.slow("opens a browser")
def test_the_table_of_a_class_is_sorted_by_a_click(opened: Open, marked: Path) -> None:
    shown = opened(page_of(marked, "class-names"))
    order = "all => all.map(one => one.innerText.split(' ').at(0))"
    scores = "#table tbody tr td:nth-of-type(2)"
    shown.get_by_role("button", name="score").click()
    assert shown.eval_on_selector_all(scores, order) == ["0", "0", "0", "0", "0", "1"]
    shown.get_by_role("button", name="score").click()
    assert shown.eval_on_selector_all(scores, order) == ["1", "0", "0", "0", "0", "0"]
