"""The player compares two searches in words, and leads to the steps that differ."""

from __future__ import annotations

import base64
import gzip
import json
import re

import pytest
from browser import DEAD_END, Open, choose, crosscheck, page, press, queens, set_value, step

from solvers import registry
from solvers.puzzle.problem import Problem
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer


def test_the_page_compares_the_events_of_two_searches(opened: Open, six: str) -> None:
    shown = opened(six)
    assert "take the same" in shown.inner_text("#parting")
    assert shown.locator("[data-do=part]").is_disabled()
    choose(shown, "right", "sicp")  # which tells of whole levels, and of solutions
    said = shown.inner_text("#parting")
    assert "have no events in common except their solutions" in said
    nodes = search_tree(Problem(6), tracer(registry.find("sicp"))(Problem(6))).nodes
    assert f"sicp: {nodes} nodes, " in said
    assert "Both find the same solution first." in said
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):  # the same event on both sides
        shown.locator("#step").press(key)
        left, right = shown.locator(".event").all_inner_texts()
        assert left == right
    choose(shown, "left", "sicp")
    assert shown.inner_text("#parting") == "Both sides show the same search."


@pytest.mark.slow("makes another report")
def test_a_solved_board_shows_no_dead_end_before_it(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "sicp", "python-constraint")], "here"))
    choose(shown, "left", "sicp")
    choose(shown, "right", "python-constraint")
    assert (
        "The first solution of sicp has row 1 in column 0, that of python-constraint row 4: so "
        "their solutions come in different orders." in shown.inner_text("#parting")
    )
    press(shown, "start")
    shown.locator("#step").press("ArrowRight")
    assert "solution 1" in shown.inner_text("#right .event")
    assert shown.locator("#right .wipeout").count() == 0


@pytest.mark.slow("makes another report")
def test_a_search_that_parts_later_is_found(opened: Open) -> None:
    text = page([crosscheck(5, "backtracking", "prolog")], "here")
    before, _, rest = text.partition('"prolog":{"n":5')
    packed = json.loads('{"n":5' + rest[: rest.index("}") + 1])["gzip"]
    film = json.loads(gzip.decompress(base64.b64decode(packed)))
    kinds, meanings = film["events"]["kind"], film["events"]["means"]
    place = [number for number, kind in enumerate(kinds) if kind == "try"][20]
    meanings[place] = "go back"
    changed = base64.b64encode(gzip.compress(json.dumps(film).encode())).decode()
    shown = opened(before + '"prolog":{"n":5' + rest.replace(packed, changed))
    shared = sum(kind != "port" for kind in kinds[: place + 1])
    assert f"first differ at step {shared}." in shown.inner_text("#parting")
    assert shown.locator("#marks .apart").count() == 1
    press(shown, "start")
    press(shown, "first difference")
    assert step(shown) == shared


@pytest.mark.slow("makes another report")
def test_the_first_removed_row_is_shown(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "backtracking", "python-constraint")], "here"))
    choose(shown, "left", "backtracking")
    choose(shown, "right", "python-constraint")
    assert "so their solutions come in different orders" in shown.inner_text("#parting")
    shown.locator("#more summary").click()
    shown.select_option("#together", "board")
    press(shown, "start")
    press(shown, "next solution")
    assert queens(shown, "#left") == queens(shown, "#right")
    assert "python-constraint has this solution at its event" in shown.inner_text("#parting")
    shown.locator("#more summary").click()
    shown.select_option("#together", "step")
    press(shown, "first removed row")
    assert "the queen in column 0 removes" in shown.inner_text("#right .event")
    assert (
        "python-constraint looks ahead for the first time, as in forward checking"
        in shown.inner_text("#parting")
    )


@pytest.mark.slow("makes another report")
@pytest.mark.parametrize("n", [5, 6])
def test_a_dead_end_that_is_seen_ahead_is_named_with_both_steps(opened: Open, n: int) -> None:
    shown = opened(page([crosscheck(n, "backtracking", "python-constraint")], "here"))
    name = "python-constraint"
    choose(shown, "left", "backtracking")
    choose(shown, "right", name)
    said = shown.inner_text("#parting")
    told = re.search(
        rf"At step (\d+) {name} sees that no row is left for column (\d); backtracking comes "
        r"to (the mirror image of )?that dead end at step (\d+)\.",
        said,
    )
    assert told, said
    early, column, mirrored, late = told.groups()
    press(shown, "first dead end seen ahead")
    assert step(shown) == int(early)
    assert shown.inner_text("#right .event") == f"no row is left for column {column}{DEAD_END}"
    seen = queens(shown, "#right .board")
    set_value(shown, "#step", late)
    assert re.match(rf"row \d of column {column}: .*{DEAD_END}", shown.inner_text("#left .event"))
    found = queens(shown, "#left .board")[: len(seen)]
    assert found == ([n - 1 - row for row in seen] if mirrored else seen)
    press(shown, "first removed row")  # the longest sentences, none of which is cut
    fits = "one => one.scrollHeight <= one.clientHeight"
    assert shown.eval_on_selector("#parting", fits)
