"""The search trees below the films."""

from __future__ import annotations

import pytest
from browser import Open, choose, crosscheck, page, queens

from solvers import registry
from solvers.puzzle.problem import Problem
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer


@pytest.mark.slow("makes another report")
def test_another_order_of_columns_makes_no_tree_pale(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "backtracking", "clpfd")], "here"))
    choose(shown, "left", "backtracking")
    choose(shown, "right", "clpfd")
    said = shown.inner_text("#left-tree figcaption")
    assert "clpfd takes the columns in another order" in said
    assert shown.locator("#left-tree svg .only-here").count() == 0


def test_the_tree_shows_every_placement_of_the_search(opened: Open, six: str) -> None:
    shown = opened(six)
    assert shown.locator("#left-tree svg [data-kind=folded]").count() > 0
    shown.locator('[data-tree="unfold"]').click()
    nodes = shown.locator("#left-tree svg [data-kind]").count()
    assert shown.locator("#left-tree svg [data-kind=solution]").count() == 4
    placed = {
        event.queens
        for event in tracer(registry.find("backtracking"))(Problem(6))
        if event.kind == "placed"
    }
    assert nodes == len(placed) + 1
    node = shown.locator('#left-tree svg [data-queens="1,3,5"]')
    node.dispatch_event("click")
    assert queens(shown, "#left .board") == [1, 3, 5]
    before = shown.get_attribute("#left-tree svg", "viewBox")
    shown.locator('[data-tree="in"]').click()
    assert shown.get_attribute("#left-tree svg", "viewBox") != before
    shown.locator('[data-tree="fold"]').click()
    assert shown.locator("#left-tree svg [data-kind=choice]").count() == 1


OVERLAPS = """() => [...document.querySelectorAll("svg.tree")].flatMap((tree) => {
  const boxes = [...tree.querySelectorAll("text")].map((label) => label.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.filter((box, index) => boxes.slice(0, index).some((other) => meet(box, other)));
}).length"""


def test_labels_of_a_tree_are_large_and_never_overlap(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for left, right in (("sat", "python-constraint"), ("backtracking", "sat")):
        choose(shown, "left", left)
        choose(shown, "right", right)
        assert shown.evaluate(OVERLAPS) == 0
        height = shown.locator("#left-tree text").first.bounding_box()
        assert height
        assert height["height"] >= 18
        shown.locator('[data-tree="unfold"]').click()
        assert shown.evaluate(OVERLAPS) == 0


def test_a_folded_subtree_unfolds_by_the_keyboard(opened: Open, six: str) -> None:
    shown = opened(six)
    folded = shown.locator('#left-tree svg [data-kind="folded"]').first
    placed = folded.get_attribute("data-queens")
    nodes = shown.locator("#left-tree svg [data-kind]").count()
    folded.focus()
    shown.keyboard.press("Enter")
    node = shown.locator(f'#left-tree svg [data-queens="{placed}"]')
    assert node.get_attribute("data-kind") == "choice"
    assert shown.locator("#left-tree svg [data-kind]").count() > nodes
    assert queens(shown, "#left .board") == [int(row) for row in str(placed).split(",")]


def test_two_trees_show_their_nodes_and_the_pruned_branches(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for side, name in (("left", "backtracking"), ("right", "python-constraint")):
        events = tracer(registry.find(name))(Problem(6))
        nodes = search_tree(Problem(6), events).nodes
        assert shown.inner_text(f"#{side}-tree figcaption").startswith(f"{name}: {nodes} nodes")
    assert shown.locator("#left-tree .tried").count() > 10
    assert shown.locator("#left-tree .pruned").count() == 0
    assert shown.locator("#right-tree .pruned").count() > 10
