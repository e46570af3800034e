"""The layout of the player on laptops, projectors and phones: nothing moves, nothing is cut off."""

from __future__ import annotations

from itertools import combinations

import pytest
from browser import Open, choose, set_value, step
from shares import slower

CHOOSE = """async ([left, right]) => {
  const chosen = ["left", "right"].map((side) => document.querySelector(`#${side} select`));
  [chosen[0].value, chosen[1].value] = [left, right];
  chosen[0].dispatchEvent(new Event("change"));
  const loading = document.getElementById("search").dataset;
  while (loading.loading) await new Promise((done) => setTimeout(done));
}"""

SIZES = ((1280, 720), *map(slower, ((1920, 1080), (390, 844))))


LAYOUT = """() => {
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [left, right, bar] = ["#left .board", "#right .board", ".transport"].map(box);
  const others = [...document.querySelectorAll(".player *")].filter((node) => !node.closest("svg")
    && !node.matches(".event") && node.getClientRects().length).map(size);
  return {
    isLargest: size(document.querySelector(".event")) > Math.max(...others),
    isBelow: bar.bottom <= innerHeight
      && [...document.querySelectorAll(".player *")].every((part) => part.closest("pre, ol")
        || part.getBoundingClientRect().bottom <= bar.top + 1
        || (innerWidth < 720 && part.getBoundingClientRect().top >= bar.bottom - 1)),
    isSame: Math.abs(left.width - right.width) < 1 && left.top === right.top,
    square: left.width / (6 + 1.2),
    digits: [...document.querySelectorAll("#left .board > text:not(.queen, .taken)")]
      .map((text) => parseFloat(text.style.fontSize)),
    columns: (() => {
      const pane = document.querySelector("#left .state"), style = getComputedStyle(pane);
      const probe = document.createElement("span");
      probe.textContent = "0".repeat(100);
      pane.append(probe);
      const width = probe.getBoundingClientRect().width / 100;
      probe.remove();
      return (pane.clientWidth - 2 * parseFloat(style.paddingLeft)) / width;
    })(),
    places: JSON.stringify([left, right, bar]),
  };
}"""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_while_a_film_plays(opened: Open, six: str, size: tuple[int, int]) -> None:
    shown = opened(six, with_clock=True, size=size)
    choose(shown, "left", "backtracking")
    for pane in ("state", "program"):
        shown.locator(f"#left [data-pane={pane}]").click()
        shown.evaluate(
            "document.getElementById('left').firstElementChild"
            ".scrollIntoView({ behavior: 'instant' })"
        )
        set_value(shown, "#step", 0)
        shown.locator("[data-do=play]").click()
        seen = []
        for _ in range(6):
            shown.clock.run_for(1000)
            seen.append(shown.evaluate(LAYOUT))
        shown.locator("[data-do=play]").click()
        assert step(shown) == 6
        assert len({one["places"] for one in seen}) == 1
        found = seen[-1]
        assert found["isLargest"]
        assert found["isBelow"]
        assert found["isSame"]
        assert all(digit <= 0.4 for digit in found["digits"])
        assert bool(found["digits"]) == (found["square"] * 0.4 >= 9)
        if pane == "program" and size[0] >= 1280:
            assert found["columns"] >= 56


RECTANGLES = """() => {
  const found = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const cards = [...document.querySelectorAll(".player:not(.empty)")];
  const parts = [".head select", ".event", ".board", ".state", ".older"];
  const seen = (card) => parts.map((name) => [name, card.querySelector(name)])
    .filter(([, node]) => node.getBoundingClientRect().height)
    .map(([name, node]) => [name, found(node)]);
  const lit = document.querySelector("#left .lit");
  return {
    cards: cards.map((card) => [found(card), seen(card)]),
    bar: found(document.querySelector(".transport")),
    lit: lit && found(lit),
  };
}"""


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two rectangles (left, top, right, bottom) share more than their edges."""
    (left, top, right, bottom), (left2, top2, right2, bottom2) = one, other
    return min(right, right2) - max(left, left2) > 1 and min(bottom, bottom2) - max(top, top2) > 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_in_a_projection_nothing_is_covered_and_the_board_has_what_a_line_of_text_leaves(
    opened: Open, ahead: str, size: tuple[int, int]
) -> None:
    shown = opened(ahead, size=size, scheme="dark")
    shown.keyboard.press("Shift+P")
    width, height = size
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(253, 252, 250)"
    assert not shown.locator("header, #tree, .count, .tabs").filter(visible=True).count()
    large = "event => parseFloat(getComputedStyle(event).fontSize)"
    assert shown.eval_on_selector("#left .event", large) >= max(0.04 * width, 28)
    for left, right in (("backtracking", "python-constraint"), ("backtracking", ""), ("sat", "")):
        shown.evaluate(CHOOSE, [left, right])  # the list of an empty side is hidden
        for pane in ("state", "program"):
            shown.evaluate(
                "pane => document.querySelector(`#left [data-pane=${pane}]`).click()", pane
            )
            for number in (0, 7, 40, 90):
                set_value(shown, "#step", number)
                found, where = shown.evaluate(RECTANGLES), (left, right, pane, number)
                cards, bar = found["cards"], found["bar"]
                everything = [bar, *(part for _, parts in cards for _, part in parts)]
                assert not any(overlap(*pair) for pair in combinations(everything, 2)), where
                assert all(0 <= each[1] <= each[3] <= height + 1 for each in everything), where
                assert not any(overlap(card, bar) for card, _ in cards), where
                if pane == "program" and found["lit"] and left == "backtracking":
                    (state,) = [part for name, part in cards[0][1] if name == ".state"]
                    assert state[1] - 1 <= found["lit"][1] < found["lit"][3] <= state[3] + 1, where
                if pane == "program":
                    continue
                for (_, top, right_edge, bottom), parts in cards:
                    places = dict(parts)
                    board, event = places[".board"], places[".event"]
                    assert event[3] - event[1] < 1.35 * max(0.042 * width, 36), where  # a line
                    free = bottom - event[3]
                    wide = board[2] - board[0] > 0.85 * (right_edge - event[0])
                    assert wide or board[3] - board[1] > 0.9 * free, (where, board, free, top)
