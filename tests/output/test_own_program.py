"""A program of one's own in the report: a card like the others, and its steps as a film."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Open, press, queens
from engines import needs_prolog
from places import ROOT

from solvers.cli.compare import main


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a comparison of `sicp` with two programs of one's own."""
    needs_prolog()
    folder = tmp_path_factory.mktemp("mine")
    twice = (ROOT / "docs/why/twice.pl").read_text()  # and with a test that forgets one diagonal
    text = twice.replace("safe([_]).\n", "").replace("abs(Q - R)", "Q - R")
    (folder / "mine.pl").write_text(text)
    (folder / "broken.py").write_text("def queens(n):\n    return [[0] * n\n")
    files = [str(folder / name) for name in ("mine.pl", "broken.py")]
    report = folder / "report.html"
    options = ["--n", "4", "--backends", "sicp", "--sandbox", "basic", "--report", str(report)]
    main([*files, *options])
    return report.read_text()


def test_a_program_of_ones_own_has_no_empty_card(opened: Open, mine: str) -> None:
    shown = opened(mine)
    assert "/mine.pl" not in shown.inner_text("#verdict-title")
    card = shown.locator(".card", has=shown.get_by_role("heading", name="mine.pl"))
    told = card.inner_text().replace("\xa0", " ")
    assert "queens(n, Solution) is wrong at n = 2" in told
    assert "step through it (n = 4)" in told
    assert card.locator(".own svg.board .queen").count() == 2
    assert card.locator(".source .k, .source .nf, .source .o").count() > 5  # in colours
    assert "apart" in card.locator(".source").inner_text()
    broken = shown.locator(".card", has=shown.get_by_role("heading", name="broken.py"))
    assert "cannot be loaded" in broken.inner_text()
    assert "return [[0] * n" in broken.locator(".source").inner_text()
    assert "only programs in Prolog can be stepped through" in str(shown.text_content("main"))
    assert "mine.pl" in shown.locator(".difference .broad").inner_text()
    shown.locator("#watch").click()
    assert shown.input_value("#left select") == "mine.pl"
    assert "broken.py cannot be watched here: only programs in" in shown.inner_text("#verdict")
    shown.set_viewport_size({"width": 300, "height": 800})  # where lines scroll
    assert Axe().run(shown).response["violations"] == []


def test_one_click_leads_to_the_first_wrong_board(opened: Open, mine: str) -> None:
    shown = opened(mine)
    shown.get_by_role("link", name="to its first wrong board").click()
    shown.wait_for_selector("#search:not([data-loading])")
    shown.wait_for_function("document.getElementById('step').value > 0")
    assert shown.inner_text("#left .event").endswith("no solution")
    assert len(queens(shown, "#left .board")) == 4
    assert shown.locator("#left .board .attack").count() > 0
    assert not shown.locator("#left-tree svg").is_visible()
    press(shown, "step back")
    press(shown, "step back")
    shown.locator("#left [data-pane=program]").click()
    assert shown.inner_text("#left .lit").strip() == "safe(Qs)."
    shown.locator("#left [data-pane=state]").click()
    state = shown.inner_text("#left .state")
    assert "Qs = [" in state
    assert "permutation/2 in line 4" in state
    shown.keyboard.press("w")
    assert "No questions are asked" in shown.inner_text("#parting")
