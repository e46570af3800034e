"""The cards of the player and of a class are full: none is more than a fifth empty."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from browser import Open, choose, set_value
from places import ROOT
from playwright.sync_api import Page

from solvers.cli.queens import main

CELL = 8
"""The cells of the grid on which empty places are found, in pixels."""

CONTENTS = """(selector) => [...document.querySelectorAll(selector)]
  .filter((card) => card.getClientRects().length).map((card) => {
    const frame = card.getBoundingClientRect(), found = [], range = document.createRange();
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: parent, data } = texts.currentNode;
      if (!data.trim()) continue;
      const pane = (parent.closest(".state, .older, .event") ?? card).getBoundingClientRect();
      range.selectNodeContents(texts.currentNode);
      const isSeen = ({ top, bottom }) => top < pane.bottom && bottom > pane.top;
      found.push(...[...range.getClientRects()].filter(isSeen));
    }
    const parts = [...card.querySelectorAll("svg, button, select")];
    found.push(...parts.map((part) => part.getBoundingClientRect()));
    const place = ({ left, top, right, bottom }) => [
      left - frame.left, top - frame.top, right - frame.left, bottom - frame.top];
    const words = card.innerText.slice(0, 40);
    return { size: [frame.width, frame.height], boxes: found.map(place), words };
  })"""


def emptiest(card: dict[str, Any]) -> float:
    """The share of the largest rectangle in which nothing stands."""
    wide, high = (int(side // CELL) for side in card["size"])
    full = [[False] * wide for _ in range(high)]
    for left, top, right, bottom in card["boxes"]:
        for y in range(max(0, int(top // CELL)), min(high, int(bottom // CELL) + 1)):
            for x in range(max(0, int(left // CELL)), min(wide, int(right // CELL) + 1)):
                full[y][x] = True
    largest, above = 0, [0] * (wide + 1)  # one column more, in which nothing is free
    for row in full:
        above = [0 if taken else height + 1 for taken, height in zip(row, above, strict=False)] + [
            0
        ]
        starts: list[tuple[int, int]] = []  # the columns from which so much above is free
        for column, free in enumerate(above):
            first = column
            while starts and starts[-1][1] >= free:
                first, lowest = starts.pop()
                largest = max(largest, lowest * (column - first))
            starts.append((first, free))
    return largest / (wide * high)


def empty_cards(shown: Page, selector: str) -> list[tuple[float, str]]:
    """The cards that are more than a fifth empty."""
    shares = [(emptiest(card), card["words"]) for card in shown.evaluate(CONTENTS, selector)]
    return [(round(share, 2), words) for share, words in shares if share > 0.2]


SIZES = [(1280, 720), (1920, 1080), (390, 844)]


@pytest.mark.slow("looks at the whole film")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_card_of_the_player_is_more_than_a_fifth_empty(
    opened: Open, ahead: str, size: tuple[int, int]
) -> None:
    shown = opened(ahead, size=size)
    for left, right in (("backtracking", "python-constraint"), ("sat", ""), ("backtracking", "")):
        choose(shown, "left", left)
        choose(shown, "right", right)
        for pane in ("state", "program"):
            if shown.locator(f"#left [data-pane={pane}]").is_disabled():
                continue
            shown.locator(f"#left [data-pane={pane}]").click()
            for step in (40, 60, 150):
                set_value(shown, "#step", step)
                cards = "#search" if size[0] < 720 else ".player:not(.empty)"
                assert empty_cards(shown, cards) == [], (left, right, pane, step)


@pytest.mark.slow("marks another class")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_card_of_a_class_is_more_than_a_fifth_empty(
    opened: Open, size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, pages = tmp_path / "class", tmp_path / "pages"
    folder.mkdir()
    for name in ("bob.pl", "dee.py"):
        shutil.copy(ROOT / "docs" / "homework" / name, folder)
    main(["check", str(folder), "--n", "4", "--feedback", str(pages), "--sandbox", "basic"])
    capsys.readouterr()
    shown = opened((pages / "class.html").read_text(), size=size)
    assert shown.locator(".card").count() == 2
    assert empty_cards(shown, ".card") == []
