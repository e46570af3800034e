"""The report, in a real browser with the network cut off."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import faults
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PATIENCE, all_solutions, skip_or_fail
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import solvers
from solvers import registry
from solvers.cli.compare import main
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.output.html.page import page
from solvers.output.run_table import html_table
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention
from solvers.referee.verdict import Agreement, Crosscheck
from solvers.splitting.split import Split
from solvers.tracing.event_table import sentence
from solvers.tracing.events import Event, Kind
from solvers.tracing.replay import Replay, search_tree
from solvers.tracing.traces import tracer

ROOT = Path(__file__).resolve().parents[1]
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

Open = Callable[..., Page]


def crosscheck(n: int, *names: str, **options: Any) -> Crosscheck:
    """A comparison of these backends."""
    backends = [registry.find(name) for name in names]
    return compare(Problem(n), backends, Limits(), **options).crosscheck


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        skip_or_fail("Chromium is missing: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=QUIET)


@pytest.fixture(scope="module")
def six() -> str:
    """The report for six queens."""
    return page([crosscheck(6, "sicp", "backtracking", "prolog", "cp-sat")], "here")


def test_a_variant_stands_under_its_parent_with_the_ratio(opened: Open) -> None:
    found = crosscheck(7, "backtracking", "backtracking-tables", "sicp")
    shown = opened(page([found], "here"))
    row = shown.locator("#verdict tr.variant")
    assert row.locator("th").inner_text().endswith("backtracking-tables")
    words = re.compile(r"\d+\.\d times as (fast|long)")
    assert words.search(row.inner_text())
    names = [one.inner_text() for one in shown.query_selector_all(".card h3")]
    above = [name.startswith("backtracking explicit") for name in names].index(True)
    assert "a variant of backtracking" in names[above + 1]
    card = shown.query_selector_all(".card")[above + 1].inner_text()
    assert words.search(card)
    assert registry.find("backtracking-tables").difference in card
    assert words.search(html_table(found))


@pytest.fixture(scope="module")
def context(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> BrowserContext:
    """What all pages share; one of it stays open, without which each starts a process anew."""
    stays_open = tmp_path_factory.mktemp("open") / "page.html"
    stays_open.touch()
    context = browser.new_context(offline=True)
    context.new_page().goto(stays_open.as_uri())
    return context


@pytest.fixture
def opened(browser: Browser, context: BrowserContext, tmp_path: Path) -> Iterator[Open]:
    """Opens a page from a file; whatever it complains of, or fetches, fails the test."""
    complaints: list[str] = []
    pages = []

    def open_page(
        text: str,
        *,
        with_clock: bool = False,
        size: tuple[int, int] = (1280, 720),
        scheme: Any = None,
    ) -> Page:
        path = tmp_path / "report.html"
        path.write_text(text)
        # A clock is that of all pages of its context.
        its_own = browser.new_context(offline=True) if with_clock else context
        opened_page = its_own.new_page()
        pages.append(opened_page)
        opened_page.set_default_timeout(PATIENCE * 1000)
        opened_page.set_viewport_size({"width": size[0], "height": size[1]})
        opened_page.emulate_media(color_scheme=scheme)
        opened_page.on("console", lambda message: complaints.append(message.text))
        opened_page.on("pageerror", lambda error: complaints.append(str(error)))
        opened_page.on("dialog", lambda dialog: complaints.append(dialog.message))
        opened_page.on("requestfailed", lambda request: complaints.append(request.url))
        if with_clock:  # which stands still until it is told to go on
            opened_page.clock.install(time=0)
            opened_page.clock.pause_at(1000)
        opened_page.goto(path.as_uri())
        opened_page.wait_for_selector("html[data-ready]")
        return opened_page

    yield open_page
    for one in pages:
        one.close()
    assert complaints == []


def set_value(shown: Page, selector: str, value: object) -> None:
    """Move a slider, or type into a field, as a reader does."""
    shown.eval_on_selector(
        selector,
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }",
        str(value),
    )


def press(shown: Page, name: str) -> None:
    shown.locator("#search").get_by_role("button", name=name, exact=False).click()


def queens(shown: Page, board: str) -> list[int]:
    """The rows of the queens on a board, column 0 first."""
    found = shown.eval_on_selector_all(
        f"{board} .queen",
        "all => all.map(one => [one.dataset.column, one.dataset.row].map(Number))",
    )
    return [row for _, row in sorted(found)]


def step(shown: Page) -> int:
    return int(shown.input_value("#step"))


def choose(shown: Page, side: str, name: str) -> None:
    """Show this search there; films are unpacked when they are first looked at."""
    shown.select_option(f"#{side} select", name)
    shown.wait_for_selector("#search:not([data-loading])")


def left_alone(shown: Page, name: str) -> None:
    """Show one search only, all of its events."""
    choose(shown, "left", name)
    choose(shown, "right", "")


def test_the_buttons_move_the_search(opened: Open, six: str) -> None:
    shown = opened(six)
    press(shown, "start")
    assert step(shown) == 0
    press(shown, "step")
    press(shown, "step")
    press(shown, "step")
    assert step(shown) == 3
    assert queens(shown, "#left") == queens(shown, "#right") == [0]
    press(shown, "back")
    assert (step(shown), queens(shown, "#left")) == (2, [])
    press(shown, "next solution")
    assert queens(shown, "#left") == [1, 3, 5, 0, 2, 4]
    press(shown, "next dead end")
    assert "diagonal conflict with the queen in column" in shown.inner_text("#left .event")
    press(shown, "step")
    assert "back to column" in shown.inner_text("#left .event")
    press(shown, "start")
    assert step(shown) == 0
    set_value(shown, "#step", 10**6)
    assert "the end: every possibility" in shown.inner_text("#left .event")


def test_it_plays_until_it_is_stopped(opened: Open, six: str) -> None:
    shown = opened(six, with_clock=True)
    press(shown, "start")
    set_value(shown, "#speed", 60)
    press(shown, "play")
    shown.clock.run_for(200)
    assert (stopped := step(shown)) > 5
    press(shown, "pause")
    shown.clock.run_for(200)
    assert step(shown) == stopped


@pytest.mark.parametrize("name", ["backtracking", "prolog", "sicp"])
def test_the_board_after_a_step_is_that_of_the_events(opened: Open, six: str, name: str) -> None:
    scenes = list(Replay(Problem(6)).scenes(tracer(registry.find(name))(Problem(6))))
    shown = opened(six)
    left_alone(shown, name)
    assert shown.inner_text("#where").endswith(f"of {len(scenes):,}")
    for number in (*range(1, len(scenes) + 1, 97), len(scenes)):
        scene = scenes[number - 1]
        set_value(shown, "#step", number)
        expected = list(scene.event.queens)
        if scene.event.state.get("placements"):  # the first of the boards of a level
            expected = scene.event.state["placements"][0]
        assert queens(shown, "#left") == expected
        conflicts = shown.locator("#left .conflict").count()
        assert conflicts == int(bool(scene.tried and scene.tried.conflict_column is not None))
        assert shown.inner_text("#left .event") == sentence(scene.event).splitlines()[0]


def test_the_state_is_in_the_paradigms_own_words(opened: Open, six: str) -> None:
    shown = opened(six)
    press(shown, "start")
    press(shown, "next solution")
    assert shown.inner_text("#left .state").split() == [
        *("n:", "6", "c:", "6", "qp:", "(4", "2", "0", "5", "3", "1)"),
        *("nr:", "(0", "5", "3", "1", "6", "4", "2)"),
    ]
    assert "solve(6,[1],[4,2,0,5,3,1])" in shown.inner_text("#right .state")


def test_it_says_and_shows_where_two_searches_part(opened: Open, six: str) -> None:
    shown = opened(six)
    assert "take the same" in shown.inner_text("#parting")
    assert shown.locator("[data-do=part]").is_disabled()
    choose(shown, "right", "sicp")  # which tells of whole levels, and of solutions
    assert "take the same 5 steps" in shown.inner_text("#parting")


def test_a_search_that_parts_later_is_found(opened: Open) -> None:
    text = page([crosscheck(5, "backtracking", "prolog")], "here")
    before, _, rest = text.partition('"prolog":{"n":5')
    packed = json.loads('{"n":5' + rest[: rest.index("}") + 1])["gzip"]
    film = json.loads(gzip.decompress(base64.b64decode(packed)))
    kinds, meanings = film["events"]["kind"], film["scenes"]["means"]
    place = [number for number, kind in enumerate(kinds) if kind == "try"][20]
    meanings[place] = "go back"
    changed = base64.b64encode(gzip.compress(json.dumps(film).encode())).decode()
    shown = opened(before + '"prolog":{"n":5' + rest.replace(packed, changed))
    shared = sum(kind != "port" for kind in kinds[: place + 1])
    assert f"part at step {shared}." in shown.inner_text("#parting")
    assert shown.get_attribute("#marks option", "value") == str(shared)
    press(shown, "start")
    press(shown, "where they part")
    assert step(shown) == shared


def test_the_tree_shows_what_the_search_did(opened: Open, six: str) -> None:
    shown = opened(six)
    kinds = shown.eval_on_selector_all(
        "#left-tree svg [data-kind]", "all => all.map(one => one.dataset.kind)"
    )
    assert kinds.count("solution") == 4
    assert kinds.count("folded") > 0
    shown.locator('[data-tree="unfold"]').click()
    nodes = shown.locator("#left-tree svg [data-kind]").count()
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


@pytest.fixture(scope="module")
def ahead() -> str:
    """The report for six queens, with searches that look ahead and one that learns."""
    return page(
        [crosscheck(6, "backtracking", "python-constraint", "sat", "asp", "cp-sat")], "here"
    )


def closed(events: list[Event]) -> dict[tuple[int, int], int | None]:
    """The squares that are removed after these events, each with the column of the attacker."""
    squares: dict[tuple[int, int], int | None] = {}
    for event in events:
        if event.kind is Kind.REMOVE:
            squares |= dict.fromkeys(event.squares or (), event.conflict_column)
        elif event.kind is Kind.DECIDE and event.queen is False:
            squares[event.column or 0, event.row or 0] = None
        elif event.kind is Kind.RESTORE:
            squares = {at: by for at, by in squares.items() if at not in (event.squares or ())}
    return squares


@pytest.mark.parametrize("name", ["python-constraint", "sat"])
def test_removed_squares_are_those_of_the_events(opened: Open, ahead: str, name: str) -> None:
    events = list(tracer(registry.find(name))(Problem(6)))
    shown = opened(ahead)
    left_alone(shown, name)
    for number in (3, 40, len(events) // 2, 9):  # forward and back
        set_value(shown, "#step", number)
        drawn = shown.eval_on_selector_all(
            "#left .removed",
            "all => all.map(one => [one.dataset.column, one.dataset.row, one.dataset.by])",
        )
        found = {(int(c), int(r)): int(by) if by.isdecimal() else None for c, r, by in drawn}
        assert found == closed(events[:number])


def test_a_clause_a_wipeout_and_a_jump_are_seen(opened: Open, ahead: str) -> None:
    events = list(tracer(registry.find("sat"))(Problem(6)))
    shown = opened(ahead)
    left_alone(shown, "sat")
    for kind, mark in (("learn", ".literal"), ("wipeout", ".wipeout"), ("imply", ".implied")):
        number, event = next((i, one) for i, one in enumerate(events, 1) if one.kind == kind)
        set_value(shown, "#step", number)
        assert shown.locator(f"#left {mark}").count() == len(event.clause or "1")
    left_alone(shown, "asp")
    events = list(tracer(registry.find("asp"))(Problem(6)))
    jump = next(i for i, one in enumerate(events, 1) if one.kind == "backjump" and one.levels != 1)
    set_value(shown, "#step", jump)
    assert shown.text_content("#left .jump") == f"−{events[jump - 1].levels}"  # noqa: RUF001


def test_two_trees_are_counted_and_show_what_was_pruned(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for side, name in (("left", "backtracking"), ("right", "python-constraint")):
        events = tracer(registry.find(name))(Problem(6))
        nodes = search_tree(Problem(6), events).nodes
        assert shown.inner_text(f"#{side}-tree figcaption").startswith(f"{name}: {nodes} nodes")
    assert shown.locator("#left-tree .tried").count() > 10
    assert shown.locator("#left-tree .pruned").count() == 0
    assert shown.locator("#right-tree .pruned").count() > 10


def test_the_page_asks_what_happens_next(opened: Open, ahead: str) -> None:
    shown = opened(f"{ahead}")
    link = "#left=backtracking&right=&step=0&ask=1"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_selector("#answers button")
    assert queens(shown, "#left") == []
    assert shown.locator("#left .tried").count() == 1
    shown.locator("#answers").get_by_role("button", name="place a queen").click()
    assert shown.inner_text("#score") == "1 of 1 right"
    shown.keyboard.press("Enter")  # go on
    shown.locator("#answers").get_by_role("button", name="solution").click()
    assert "No: row 0 of column 1: row conflict" in shown.inner_text("#asked")
    assert shown.inner_text("#score") == "1 of 2 right"


def test_the_page_asks_which_squares_go(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    left_alone(shown, "python-constraint")
    press(shown, "start")
    press(shown, "what happens next")
    shown.wait_for_selector("#answers button")
    shown.locator("#answers").get_by_role("button", name="place").click()
    shown.locator("#answers").get_by_role("button", name="go on").click()
    for column in range(1, 6):  # the first queen stands in the last row
        shown.locator(f'#left [data-square="{column},5"]').click()
        shown.locator(f'#left [data-square="{column},{5 - column}"]').press("Enter")
    shown.locator("#answers").get_by_role("button", name="that is all").click()
    assert shown.inner_text("#score") == "2 of 2 right"


def test_keys_move_the_search_and_a_link_leads_to_each_step(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    shown.locator("#search").scroll_into_view_if_needed()
    text_after(shown, "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight")
    assert step(shown) == 2
    link = shown.get_attribute("#link", "href")
    shown.keyboard.press("End")
    assert "the end: every possibility" in shown.inner_text("#left .event")
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_function("document.getElementById('step').value === '2'")
    shown.keyboard.press("?")
    assert shown.locator("#help").is_visible()


def test_the_order_is_that_in_which_the_run_found_them(opened: Open) -> None:
    found = crosscheck(6, "bitset", "python-constraint")
    shown = opened(page([found], "here"))
    for judgement in found.judgements:
        name, rows = judgement.run.backend, judgement.run.placements.tolist()
        drawn = shown.eval_on_selector_all(
            f"[data-backend={name}] rect", "all => all.map(one => Number(one.dataset.number))"
        )
        assert drawn == [sorted(rows).index(one) for one in rows]


def test_the_first_screen_says_it_in_large_type(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for selector in ("#verdict-title", ".sentence", ".difference svg", ".seal"):
        box = shown.locator(selector).bounding_box()
        assert box
        assert box["y"] + box["height"] < 720
    sizes = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(shown.eval_on_selector_all("p, td, th, dd, button, label, figcaption", sizes)) >= 18
    assert min(shown.eval_on_selector_all("#verdict-title", sizes)) > 40
    told = str(shown.text_content(".left-out"))
    assert re.search(r"its engine tells nothing on the way; in all it counts \d+ branches", told)
    clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert shown.eval_on_selector_all(".source, .source pre", clipped) == 0


def test_solutions_are_filtered_by_their_first_rows(opened: Open) -> None:
    shown = opened(page([crosscheck(8, "sicp")], "here"))
    assert shown.locator("#boards figure").count() == 92
    assert shown.locator("#boards h3").count() == 12
    shown.fill("#filter", "2,4")
    assert shown.inner_text("#shown") == "4 of 92 shown"
    assert shown.locator("#boards figure").count() == 4
    with shown.expect_download() as saved:
        shown.locator("#boards button").first.click()
    drawn = Path(saved.value.path()).read_text()
    assert drawn.startswith("<svg")
    assert drawn.count("♛") == 8
    assert "var(" not in drawn


def test_large_boards_are_shown_by_one_of_each_class(opened: Open) -> None:
    shown = opened(page([crosscheck(9, "sicp-array")], "here"))
    assert shown.locator("#boards figure").count() == 46
    assert not shown.locator("#search").count()  # too large to be animated


def test_the_keyboard_reaches_everything(opened: Open, six: str) -> None:
    shown = opened(six)
    can_have_it = "a, button:not([disabled]), select, input, summary, [tabindex]"
    wanted = shown.locator(can_have_it).filter(visible=True).count()
    reached = set()
    for _ in range(wanted + 5):
        shown.keyboard.press("Tab")
        reached.add(
            shown.evaluate(
                "() => [...document.querySelectorAll('*')].indexOf(document.activeElement)"
            )
        )
    assert len(reached - {-1, 0, 1, 2}) >= wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_grave_fault_of_accessibility(opened: Open, six: str, scheme: str) -> None:
    found = Axe().run(opened(six, scheme=scheme)).response["violations"]
    grave = [
        (one["id"], [node["target"] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]
    assert grave == []


@pytest.mark.parametrize("width", [360, 800])
def test_a_narrow_window_scrolls_in_one_direction(opened: Open, six: str, width: int) -> None:
    shown = opened(six, size=(width, 700))
    assert shown.evaluate("() => document.documentElement.scrollWidth") <= width
    box = shown.locator(".runs td").first.bounding_box()  # the verdict
    assert box
    assert box["x"] + box["width"] <= width
    shown.emulate_media(media="print")
    assert not shown.locator("#search button").filter(visible=True).count()
    assert len(queens(shown, "#left .board")) > 1  # a step that says something


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_the_smallest_boards_have_reports(opened: Open, n: int) -> None:
    shown = opened(page([crosscheck(n, "sicp", "backtracking", "prolog")], "here"))
    assert "identical" in shown.inner_text("#verdict")


def test_what_is_wrong_is_shown(opened: Open) -> None:
    backends = [
        registry.find("sicp"),
        faults.misbehaving(faults.lose_one),
        faults.misbehaving(faults.emit_attacking),
        faults.ABSENT,
        faults.halfway(faults.raise_an_error),
    ]
    result = compare(Problem(8), backends, Limits()).crosscheck
    assert result.agreement is Agreement.DIFFERENT
    shown = opened(page([result], "here"))
    text = shown.inner_text("#verdict")
    for said in ("lose_one is wrong: 1 missing", "no_such_engine", "ZeroDivisionError"):
        assert said in text
    assert shown.locator("#verdict svg line").count() >= 1  # joins the queens that attack


def test_solutions_that_are_not_kept_make_a_report_too(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "sicp", keep=Retention.DIGEST, split=Split())], "here"))
    assert "sum128:" in str(shown.text_content("#verdict"))
    assert not shown.locator("#solutions").count()


def test_all_from_outside_is_escaped(opened: Open, tmp_path: Path) -> None:
    name = "<script>alert(1)<!--.py"
    (tmp_path / name).write_text("def queens(n): raise ValueError('</script><script>alert(2)//')")
    target = tmp_path / "page.html"
    main(["--n", "4", "--backends", "sicp", str(tmp_path / name), "--report", str(target)])
    shown = opened(target.read_text())
    assert "alert(1)" in shown.inner_text("#verdict")
    assert shown.locator("script").count() == 2


def test_growth_over_several_sizes_is_plotted(opened: Open) -> None:
    shown = opened(page([crosscheck(n, "sicp", "permutation") for n in (6, 7, 8)], "here"))
    assert shown.locator(".plot svg").count() == 4
    assert shown.locator(".sizes tbody tr").count() == 2
    assert shown.locator(".sizes thead th").count() == 4
    order = shown.eval_on_selector_all("section", "all => all.map(one => one.id)")
    assert order[:2] == ["verdict", "cost"]
    assert order[-1] == "solutions"
    assert shown.locator("#boards figure").count() == 0  # folded
    tips = shown.eval_on_selector_all(".plot title", "all => all.map(one => one.textContent)")
    assert sum(tip.startswith("permutation, n = 7: ") for tip in tips) == 3
    assert "sicp, row tries, n = 8: 1.57e+04 times" in tips
    assert "×" in str(shown.text_content("#cost table"))  # noqa: RUF001  # the sign of a factor


def test_repetitions_give_medians_with_their_spread(opened: Open, tmp_path: Path) -> None:
    arguments = ["--n", "6,7", "--backends", "sicp", "--repeat", "3", "--output", "csv"]
    assert main([*arguments, "--report", str(tmp_path / "page.html")]) == 0
    shown = opened((tmp_path / "page.html").read_text())
    assert shown.locator("#verdict .board-of-several").count() == 2
    assert str(shown.text_content("#cost table")).count("±") >= 2


def test_of_repetitions_the_gravest_is_shown(opened: Open) -> None:
    right = crosscheck(6, "sicp")
    wrong = compare(Problem(6), [faults.misbehaving(faults.lose_one)], Limits()).crosscheck
    shown = opened(page([right, wrong], "here"))
    assert "lose_one is wrong" in shown.inner_text("#verdict")


def test_the_data_can_be_read_back(six: str) -> None:
    start = six.index('id="queens-data">') + len('id="queens-data">')
    data = json.loads(six[start : six.index("</script>", start)])
    assert data["comparisons"][0]["verdict"] == "identical"
    assert {tuple(one["rows"]) for one in data["solutions"]["boards"]} == all_solutions(6)
    for name, trace in data["traces"].items():
        film = json.loads(gzip.decompress(base64.b64decode(trace["gzip"])))
        events = list(tracer(registry.find(name))(Problem(6)))
        rows = [
            dict(zip(film["events"], row, strict=True))
            for row in zip(*film["events"].values(), strict=True)
        ]
        known = [
            {field: value for field, value in row.items() if value is not None} for row in rows
        ]
        wanted = [json.loads(json.dumps(event.document())) for event in events]
        assert known == [{k: v for k, v in one.items() if k != "own"} for one in wanted]
        told = [sentence(event).splitlines()[0] for event in events]
        assert film["scenes"]["sentence"] == told
        assert len(film["decisions"]["step"]) == search_tree(Problem(6), events).decisions + 1


def test_the_same_comparison_gives_the_same_page() -> None:
    found = [crosscheck(n, "sicp", "backtracking") for n in (5, 6)]
    assert page(found, "here") == page(found, "here")


def test_a_page_is_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = "sicp,backtracking,python-constraint,clpfd,sat"
    assert main(["--n", "8", "--backends", names, "--report", str(tmp_path)]) == 0
    assert (tmp_path / "report.html").stat().st_size < 2**20
    text = (tmp_path / "report.html").read_text()
    assert all(f'"{name}":{{"n":8' in text for name in names.split(","))  # films
    assert "the report is in" in capsys.readouterr().err


def test_a_page_on_standard_output() -> None:
    done = subprocess.run(
        [sys.executable, "compare.py", "--n", "5", "--backends", "sicp", "--report", "-"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stdout.startswith("<!doctype html>")
    assert done.stdout.rstrip().endswith("</html>")


def test_a_file_is_replaced_only_by_a_whole_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "page.html"
    target.write_text("the old one")

    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", fail)
    assert main(["--n", "4", "--backends", "sicp", "--report", str(target)]) == 2
    assert target.read_text() == "the old one"
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize("target", ["/no/such/folder/page.html"])
def test_a_report_that_cannot_be_written_is_one_clear_line(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--n", "4", "--report", target])
    assert leaving.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "there is no folder /no/such/folder" in said.err


def test_in_a_notebook_a_report_shows_itself() -> None:
    shown = solvers.compare(5, ["sicp"]).report()._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "<script" not in shown


def test_in_a_notebook_a_search_is_played_as_in_the_report(opened: Open) -> None:
    film = solvers.trace(5, "clpfd")
    shown = opened(film.html)
    assert shown.inner_text("#where").endswith(f"of {len(film.events)}")
    shown.set_content(film._repr_html_())
    frame = shown.frames[1]
    frame.wait_for_selector("html[data-ready]")
    frame.locator("nav a").first.click()  # stays in the frame
    frame.locator("[data-do=first]").click()
    frame.locator("[data-do=forward]").click()
    assert frame.inner_text("#left .event") == "enter column 4"


def test_local_search_is_played_without_a_tree(opened: Open) -> None:
    shown = opened(solvers.trace(5, "local-search").html)
    shown.keyboard.press("Home")
    shown.keyboard.press("ArrowRight")
    assert len(queens(shown, "#left")) == 5
    assert shown.locator("#left .attack").count() > 0
    shown.keyboard.press("End")
    assert shown.locator("#left .attack").count() == 0  # a solution
    assert "no tree" in shown.inner_text("#left-tree")


PLACES = """() => {
  const places = () => JSON.stringify([...document.querySelectorAll(
    "#left .board, #right .board, #left .event, #right .event, #link, #tree")].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round);
    }));
  const slider = document.getElementById("step");
  const seen = new Set();
  for (let step = 0; step <= Math.min(60, Number(slider.max)); step++) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    seen.add(places());
  }
  return [...seen];
}"""


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (390, 844)], ids=str)
def test_no_step_moves_a_board(opened: Open, ahead: str, six: str, size: tuple[int, int]) -> None:
    for text in (ahead, six):
        shown = opened(text, size=size)
        names = shown.eval_on_selector_all("#left option", "all => all.map(one => one.value)")
        for left, right in [*permutations(names, 2), *((name, "") for name in names)]:
            choose(shown, "left", left)
            choose(shown, "right", right)
            assert len(shown.evaluate(PLACES)) == 1, (left, right)


def test_events_that_do_not_fit_are_unfolded(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    choose(shown, "left", "python-constraint")
    choose(shown, "right", "sat")
    press(shown, "start")
    more = shown.locator("#right .more")
    while not more.is_visible():
        press(shown, "step")
    folded = re.fullmatch(r"and (\d+) more", more.inner_text())
    assert folded
    assert shown.locator("#right .event li").count() == 3
    more.click()
    assert shown.locator("#right .event li").count() == 3 + int(folded[1])
    assert more.inner_text() == "show less"


def text_after(shown: Page, *keys: str) -> str:
    """The step that is told after these keys."""
    for pressed in keys:
        shown.keyboard.press(pressed)
    return shown.inner_text("#where")


def test_finer_steps_show_every_event_beside_the_other_search(opened: Open, six: str) -> None:
    shown = opened(six)
    choose(shown, "left", "prolog")
    choose(shown, "right", "backtracking")
    press(shown, "start")
    press(shown, "next dead end")
    common, board = step(shown), queens(shown, "#right .board")
    press(shown, "every event")
    events = list(tracer(registry.find("prolog"))(Problem(6)))
    assert shown.inner_text("#where").endswith(f"of {len(events):,}")
    assert queens(shown, "#right .board") == board
    sentences = [sentence(event) for event in events]
    for number in range(step(shown), step(shown) + 5):
        assert shown.inner_text("#left .event") == sentences[number - 1]
        press(shown, "step")
    press(shown, "back")
    press(shown, "every event")
    assert step(shown) >= common
    link = "#left=prolog&right=backtracking&step=9&fine=1"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_function("document.getElementById('step').value === '9'")
    assert shown.inner_text("#left .event") == sentences[8]


def test_keys_move_the_film_after_an_engine_was_chosen(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.locator("#search").scroll_into_view_if_needed()
    shown.locator("#left select").focus()
    choose(shown, "left", "prolog")
    choose(shown, "right", "backtracking")
    assert text_after(shown, "Home", "ArrowRight", "ArrowRight").startswith("2 of")
    assert shown.input_value("#left select") == "prolog"


def test_keys_scroll_the_page_while_the_film_is_not_on_the_screen(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    before = shown.inner_text("#where")
    shown.keyboard.press("End")
    assert shown.inner_text("#where") == before
    shown.wait_for_function("scrollY > 0")


def test_questions_that_are_left_come_back_to_the_pair_and_step(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    shown.locator("#left").scroll_into_view_if_needed()
    shown.locator("#left .board").click()
    before = shown.get_attribute("#link", "href")
    shown.keyboard.press("w")
    shown.wait_for_selector("#answers button")
    assert shown.input_value("#right select") == ""
    shown.keyboard.press("w")
    shown.wait_for_selector("#question", state="hidden")
    shown.wait_for_function("link => document.getElementById('link').hash === link", arg=before)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_a_question_and_its_board_fit_on_the_screen(
    opened: Open, ahead: str, size: tuple[int, int]
) -> None:
    shown = opened(ahead, size=size)
    shown.evaluate("() => { location.hash = '#left=python-constraint&right=&step=5&ask=1'; }")
    shown.wait_for_selector("#answers button")
    shown.evaluate("document.getElementById('search').scrollIntoView({ behavior: 'instant' })")
    before = shown.locator("#left .board").bounding_box()
    assert before
    assert before["y"] >= 0
    assert before["y"] + before["height"] <= size[1]
    shown.locator("#answers button").first.click()
    assert shown.locator("#left .board").bounding_box() == before
