"""The page checks programs in a real browser, as the command line does."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT, ZOO
from playwright.sync_api import Page
from site_page import EXAMPLES, LARGEST, check_in, write

from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.mistakes import Mistake
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission

pytestmark = pytest.mark.slow("starts the engines in a browser")

ELSEWHERE = {
    "numpy_board.py": "the page has no NumPy",
    "encoding.lp": "another model includes it",
    "shows_terms.lp": "it includes a file",
}

BY_LEAVING_OUT = {Mistake.EXCLUDED, Mistake.ALL_HOLD}
"""What only the command line tells of a model."""


def programs() -> list[str]:
    """Programs of the zoo that the page can run."""
    able = [path for path in sorted(ZOO.glob("*.*")) if path.suffix in {".py", ".pl"}]
    able += sorted((ROOT / "tests" / "models").glob("*.lp"))
    return [str(path.relative_to(ROOT)) for path in able if path.name not in ELSEWHERE]


@pytest.mark.parametrize("name", programs())
def test_a_program_is_judged_as_on_the_command_line(shown: Page, name: str) -> None:
    path = ROOT / name
    # A limit ends a loop only: a recursion ends by itself, and is slow on a busy machine.
    limits = Limits(seconds=2 if "endless_loop" in name else 60, output_mib=16)
    native = check_program(find_submission(str(path)), range(1, LARGEST + 1), limits, Sandbox.BASIC)
    here = check_in(shown, path, limits.seconds)
    assert here["verdict"] == native.verdict, here["html"]
    assert (here.get("n"), here["diagnosis"]) == (
        native.failing_n,
        [e.mistake.name for e in native.diagnosis if e.mistake not in BY_LEAVING_OUT],
    )


def test_the_fields_of_the_check_work_like_the_options(shown: Page, tmp_path: Path) -> None:
    program = tmp_path / "totals.py"
    program.write_text("print('halfway')\ndef find(n): return [1, 1, 0, 0, 2, 10][n]")
    said = check_in(shown, program)
    assert said["verdict"] == "not judged"
    assert "It defines find(n)." in shown.inner_text("#check-said")
    assert "--" not in shown.inner_text("#check-said")
    printed = shown.locator("#check-said details", has_text="Its output")
    assert "halfway" in str(printed.text_content())
    assert printed.get_attribute("open") is None
    shown.click("#check summary")
    shown.select_option("#check-task", "count")
    shown.fill("#check-call", "find({n})")
    said = check_in(shown, program)
    shown.select_option("#check-task", "")
    shown.fill("#check-call", "")
    assert said["verdict"] == "right"


def test_a_call_that_gave_boards_is_a_button(shown: Page, tmp_path: Path) -> None:
    program = tmp_path / "mine.pl"
    program.write_text(
        "my_queens(Qs, 4) :- member(Qs, [[2,4,1,3], [3,1,4,2]]).\n"
        "my_queens(Qs, N) :- member(N-Qs, [1-[1], 5-[1,3,5,2,4], 6-[2,4,6,1,3,5]])."
    )
    assert check_in(shown, program)["verdict"] == "not judged"
    said = shown.locator("#check-said")
    assert "my_queens(Solution, n) gives 1 board for n = 6." in said.inner_text()
    said.locator("button", has_text="Check my_queens(Solution, {n})").click()
    assert shown.input_value("#check-call") == "my_queens(Solution, {n})"
    said.get_by_text("my_queens(Solution, n) is wrong at n = 5").wait_for()
    shown.fill("#check-call", "")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("bug_*.py")), ids=lambda path: path.name)
def test_an_example_has_a_bug_that_the_page_names(shown: Page, path: Path) -> None:
    verdict = check_in(shown, path)
    assert verdict["verdict"] == "wrong"
    assert verdict["diagnosis"]
    said = shown.locator("#check-said")
    is_drawn = "not every column has one queen" not in said.inner_text()
    assert said.locator(".finding .queen").count() == is_drawn * verdict["n"]
    causes = {*verdict["diagnosis"]} - {"SOME_MISSING"}  # the result says it
    assert said.locator("h2.sentence").count() == len(causes)
    for part in (said.locator(".status"), shown.locator("#check [type=submit]")):
        box = part.bounding_box()  # both are seen, with nothing scrolled
        assert box
        assert 52 <= box["y"] <= 720 - box["height"]


def test_a_program_typed_over_an_example_has_a_name_of_its_language(shown: Page) -> None:
    shown.click("[data-tab=check]")
    shown.fill("#check-name", "bug_3.pl")
    write(shown, "queens(0, []).")
    assert shown.input_value("#check-name") == "my_program.pl"
    assert shown.input_value("#check-example") == ""
    shown.fill("#check-name", "bug_1.py")
    for text, name in (
        ("% no two in a row\nqueens(N, Qs) :-\n    numlist(1, N, Qs).", "my_program.pl"),
        ("queens(N, Qs)\n    :- numlist(1, N, Qs).", "my_program.pl"),
        ("size = 4\ndef queens(n):\n    return [size][:-1]", "my_program.py"),
        ("(1)", "my_program.py"),
        ("{ queen(C, 1..n) } = 1 :- C = 1..n.", "my_program.lp"),
    ):
        write(shown, text)
        assert shown.input_value("#check-name") == name
    shown.fill("#check-name", "homework.txt")
    write(shown, "queens(N, Qs) :- true.")
    assert shown.input_value("#check-name") == "homework.txt"


def test_the_editor_indents_colours_and_lets_the_keyboard_go(shown: Page) -> None:
    shown.click("[data-tab=check]")
    shown.fill("#check-name", "mine.py")
    write(shown, "def queens(n): return []")
    assert shown.inner_text("#check-code .tok-keyword >> nth=0") == "def"
    shown.keyboard.press("Home")
    shown.keyboard.press("Tab")
    assert shown.inner_text("#check-code .cm-line") == "    def queens(n): return []"
    shown.keyboard.press("Escape")
    shown.keyboard.press("Tab")
    shown.locator("#check [type=submit]:focus").wait_for()


def test_ones_own_program_is_stepped_through(shown: Page, tmp_path: Path) -> None:
    path = tmp_path / "mine.pl"
    path.write_text(
        "queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).\n"
        "safe([_]).\nsafe([A, B|Qs]) :- A =\\= B + 1, safe([B|Qs]).\n"
    )
    assert check_in(shown, path)["verdict"] == "wrong"
    shown.click("#check-steps")
    shown.wait_for_selector("#watch:not([hidden]) #search:not([data-loading])")
    shown.wait_for_function("document.querySelector('#left select').value === 'mine.pl'")
    shown.wait_for_function("document.getElementById('step').max > 50")
    shown.keyboard.press("x")
    assert shown.inner_text("#left .event") == "answer 1: [1,2,3,4]: no solution"
    shown.keyboard.press("ArrowLeft")
    assert shown.inner_text("#left .event") == "exit (1) queens(4,[1,2,3,4])"
    shown.click("[data-tab=check]")


def test_a_prolog_program_that_is_typed_in_shows_the_reason(shown: Page, tmp_path: Path) -> None:
    program = tmp_path / "mine.pl"
    program.write_text((ROOT / "docs/why/missing.pl").read_text())
    said = check_in(shown, program)
    assert said["verdict"] == "wrong"
    part = shown.locator("#check-said .part")
    assert "Q > N // 2," in part.inner_text()
    assert "numlist" not in part.inner_text()
    told = shown.inner_text("#check-said")
    assert (
        "queens(4, [2, 4, 1, 3]) is false, though the board is a solution. This part alone" in told
    )
