"""The report, in a real browser with the network cut off."""

from __future__ import annotations

import base64
import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import misbehaving_backends as faults
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Open, crosscheck, page, queens
from queens_command import Queens
from solutions import all_solutions

from solvers import registry
from solvers.cli.compare import main
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.puzzle.problem import Problem, with_given
from solvers.referee.crosscheck import crosscheck as judged
from solvers.referee.verdict import Agreement
from solvers.splitting.shards import Split
from solvers.tracing.event_table import sentence
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer


def test_a_variant_stands_under_its_parent_with_the_ratio(opened: Open) -> None:
    found = crosscheck(5, "backtracking", "backtracking-tables", "sicp")
    shown = opened(page([found], "here"))
    row = shown.locator("#verdict tr.variant")
    assert row.locator("th").inner_text().endswith("backtracking-tables")
    words = re.compile(r"\d+\.\d times as (fast|long)")
    assert words.search(row.inner_text())
    names = [one.inner_text() for one in shown.query_selector_all(".card h3")]
    above = [name.startswith("backtracking explicit") for name in names].index(True)
    assert "a variant of backtracking" in names[above + 1]
    card = shown.query_selector_all(".card")[above + 1].inner_text()
    assert registry.find("backtracking-tables").difference in card


LETTERS = """(selector = "body *") => {
  const told = (node) => [...node.childNodes].some((child) => child.data && child.data.trim());
  const scale = (node) => {
    const matrix = node.ownerSVGElement && node.getScreenCTM();
    return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  };
  return [...document.querySelectorAll(selector)]
    .filter((node) => told(node) && node.getBoundingClientRect().width && !node.matches(".queen"))
    .map((node) => [parseFloat(getComputedStyle(node).fontSize) * scale(node), node.textContent]);
}"""
"""The size in pixels of every text on the screen, with the text, also of those in drawings."""


def test_the_first_screen_shows_the_verdict_in_large_type(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    assert "all 4 backends found the same 4 solutions" in shown.inner_text("#verdict-title")
    for selector in ("#verdict-title", "#first-solution", "#watch", ".broad svg"):
        box = shown.locator(selector).bounding_box()
        assert box
        assert box["y"] + box["height"] < 720
    assert [letters for letters in shown.evaluate(LETTERS) if letters[0] < 18] == []
    assert shown.evaluate(LETTERS, "#verdict-title")[0][0] > 35
    told = str(shown.text_content(".left-out"))
    assert "OR-Tools reports no decisions, " in told
    facts = dict(
        shown.locator("#who tbody tr").evaluate_all(
            "all => all.map(({ cells }) => [cells[0].textContent, cells[2].textContent])"
        )
    )
    assert facts["python-constraint"] == registry.find("python-constraint").undoes
    assert "CaDiCaL simplifies less while it is observed" in told
    assert "The proof shows that in every other placement two queens attack" in shown.inner_text(
        "#verdict"
    )
    assert "in 1 class of rotations and ref" in shown.inner_text("#solutions-sentence")
    clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert shown.eval_on_selector_all(".source, .source pre", clipped) == 0


def test_programs_stand_side_by_side(opened: Open, six: str) -> None:
    shown = opened(six)
    for width, columns in ((1800, 3), (1280, 2), (390, 1)):
        shown.set_viewport_size({"width": width, "height": 800})
        lefts = shown.eval_on_selector_all(
            ".card", "all => all.map(one => one.getBoundingClientRect().x)"
        )
        assert len(set(lefts)) == columns
    assert not shown.locator(".source details pre").filter(visible=True).count()


SYMMETRIES = (
    *("turned by 90° clockwise", "turned by 180°", "turned by 90° anticlockwise"),
    *("left and right swapped", "top and bottom swapped", "reflected in the falling diagonal"),
    "reflected in the rising diagonal",
)


def test_one_click_plays_the_search_for_the_first_solution(opened: Open, six: str) -> None:
    shown = opened(six)
    assert queens(shown, "#first-solution") == [1, 3, 5, 0, 2, 4]
    shown.click("#first-solution")
    assert shown.inner_text("[data-do=play] span") == "Pause"
    shown.wait_for_function("document.getElementById('step').value > 0")
    shown.keyboard.press("Space")
    assert shown.inner_text("[data-do=play] span") == "Play"
    shown.keyboard.press("Space")
    assert shown.inner_text("[data-do=play] span") == "Pause"
    assert int(shown.input_value("#step")) > 0
    shown.keyboard.press("Space")


def test_each_solution_is_found_by_its_class_and_prefix_and_can_be_saved(opened: Open) -> None:
    eight = opened(page([crosscheck(8, "sicp-array")], "here"))
    assert eight.locator("#boards .class > .pick").count() == 12
    assert eight.locator("#boards .pick").count() == 92
    first = eight.locator("#boards .class").first
    first.locator("summary").click()
    names = first.locator("details .pick span").all_inner_texts()
    assert sorted(names) == sorted(SYMMETRIES)
    first.get_by_role("button", name="turned by 90° clockwise").click()
    before = queens(eight, "#boards .class:first-child > .pick")
    clockwise = [before.index(7 - column) for column in range(8)]
    assert queens(eight, "#shown-solution") == clockwise
    eight.fill("#filter", "2,4")
    assert eight.inner_text("#shown") == "4 of 92 shown"
    assert eight.locator("#boards .pick").count() == 4
    with eight.expect_download() as saved:
        eight.get_by_role("button", name="Save as SVG").last.click()
    drawn = Path(saved.value.path()).read_text()
    assert drawn.startswith("<svg")
    assert drawn.count("♛") == 8
    assert "var(" not in drawn


def test_large_boards_are_drawn_up_to_a_number(opened: Open) -> None:
    shown = opened(page([crosscheck(10, "sicp-array")], "here"))
    assert shown.locator("#boards .pick").count() == 400
    assert "; the last 324 are not drawn" in shown.inner_text("#solutions-sentence")
    assert not shown.locator("#search").count()  # too large to be animated


def test_the_keyboard_reaches_everything(opened: Open, six: str) -> None:
    shown = opened(six)
    can_have_it = (
        "a, button:not([disabled]), select, input, summary, [tabindex]:not([tabindex='-1'])"
    )
    wanted = shown.locator(can_have_it).filter(visible=True).count()
    shown.evaluate("""() => {
        window.reached = new Set();
        addEventListener("focusin", ({ target }) => window.reached.add(target));
    }""")
    for _ in range(wanted + 5):
        shown.keyboard.press("Tab")
    assert shown.evaluate("() => window.reached.size") >= wanted


@pytest.mark.parametrize(
    ("scheme", "size"),
    [
        ("light", (1280, 720)),
        pytest.param("dark", (390, 844), marks=pytest.mark.slow("looks at a page again")),
    ],
    ids=["light screen", "dark phone"],
)
def test_the_report_has_no_fault_of_accessibility(
    opened: Open, six: str, scheme: str, size: tuple[int, int]
) -> None:
    faults_found = Axe().run(opened(six, scheme=scheme, size=size)).response["violations"]
    assert [
        (fault["id"], [node["target"] for node in fault["nodes"]][:3]) for fault in faults_found
    ] == []


def test_a_phone_shows_charts_and_boards_one_below_another_in_its_width(
    opened: Open, six: str
) -> None:
    shown = opened(six, size=(360, 844))
    assert shown.evaluate("() => document.documentElement.scrollWidth") <= 360
    verdict = shown.locator(".runs td").first.bounding_box()
    assert verdict
    assert verdict["x"] + verdict["width"] <= 360
    shown.set_viewport_size({"width": 390, "height": 844})
    assert min(shown.evaluate(LETTERS, ".broad text"))[0] >= 16
    large, small = shown.locator("#shown-solution"), shown.locator("#boards .pick").last
    small.scroll_into_view_if_needed()
    box, other = small.bounding_box(), large.bounding_box()
    assert box
    assert other
    assert other["y"] + other["height"] < box["y"]


def test_the_board_that_was_asked_for_is_drawn(opened: Open) -> None:
    problem = with_given(6, [(0, 1)], [(2, 2)])
    asked = compare(problem, [registry.find("sicp"), registry.find("amb")], Limits())
    shown = opened(page([asked], "here"))
    assert shown.inner_text("h1") == "6 queens, 1 queen given; 1 square blocked"
    assert shown.locator("#asked .queen").count() == 1
    assert shown.get_attribute("#asked svg", "aria-label") == "1 queen in rows 1"
    assert shown.locator("#asked rect[style='fill: var(--soft)']").count() == 1


def test_a_printed_page_unfolds_the_facts_and_hides_the_buttons(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.emulate_media(media="print")
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shown.locator(".behind .facts").is_visible()  # whatever is folded, but whole programs
    assert not shown.locator(".source details pre").filter(visible=True).count()
    assert not shown.locator("#search button").filter(visible=True).count()
    assert len(queens(shown, "#left .board")) > 1  # a step that says something


@pytest.mark.parametrize(
    "n", [0, *(pytest.param(n, marks=pytest.mark.slow("makes another report")) for n in (1, 2))]
)
def test_the_smallest_boards_have_reports(opened: Open, n: int) -> None:
    shown = opened(page([crosscheck(n, "sicp", "backtracking", "prolog")], "here"))
    assert "identical" in shown.inner_text("#verdict")


def test_the_report_names_wrong_missing_and_crashed_backends(opened: Open) -> None:
    backends = [
        registry.find("sicp"),
        faults.misbehaving(faults.lose_one),
        faults.misbehaving(faults.yield_attacking),
        faults.ABSENT,
        faults.halfway(faults.raise_an_error),
    ]
    result = compare(Problem(8), backends, Limits())
    assert result.agreement is Agreement.DIFFERENT
    shown = opened(page([result], "here"))
    text = shown.inner_text("#verdict")
    for said in ("lose_one is wrong: 1 missing", "no_such_engine", "ZeroDivisionError"):
        assert said in text
    assert shown.locator("#verdict svg line").count() >= 1  # joins the queens that attack


@pytest.mark.slow("makes another report")
def test_a_count_without_kept_solutions_has_a_report(opened: Open) -> None:
    backends = [registry.find("sicp")]
    counted = compare(Problem(6), backends, Limits(), count=True, split=Split())
    shown = opened(page([counted], "here"))
    assert "sum128:" in str(shown.text_content("#verdict"))
    assert not shown.locator("#solutions").count()


def test_names_and_messages_from_outside_are_escaped(opened: Open, tmp_path: Path) -> None:
    name = "<script>alert(1)<!--.py"
    (tmp_path / name).write_text("def queens(n): raise ValueError('</script><script>alert(2)//')")
    target = tmp_path / "page.html"
    main(["--n", "4", "--backends", "sicp", str(tmp_path / name), "--report", str(target)])
    shown = opened(target.read_text())
    assert "alert(1)" in shown.inner_text("#verdict")
    assert shown.locator("script").count() == 2


@pytest.mark.slow("makes another report")
def test_growth_over_several_sizes_is_plotted(opened: Open) -> None:
    shown = opened(page([crosscheck(n, "sicp", "permutation") for n in (4, 5, 6)], "here"))
    for chart in (shown.locator(".difference"), shown.locator(".plot")):
        for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
            with shown.expect_download() as saved:
                chart.get_by_role("button", name=f"Save as {kind}").click()
            assert Path(saved.value.path()).read_bytes().startswith(start)
    shown.emulate_media(color_scheme="dark")
    with shown.expect_download() as saved:
        shown.locator(".difference").get_by_role("button", name="Save as SVG").click()
    drawn = Path(saved.value.path()).read_text()
    assert ">The scales are logarithmic.</text>" in drawn
    assert 'fill="#ffffff"' in drawn  # on paper and slides
    shown.emulate_media(color_scheme="light")
    shown.get_by_role("link", name="Growth").click()
    box = shown.locator(".plot").bounding_box()
    assert box
    assert box["height"] <= 640
    assert box["y"] + box["height"] <= 720  # with its axis
    lines = shown.locator(".plot svg").locator(".series")
    opacities = "all => all.map(one => getComputedStyle(one).opacity)"
    shown.mouse.move(box["x"] + 30, box["y"] + 30)  # at no line
    assert {*lines.evaluate_all(opacities)} == {"1"}
    lines.first.locator("path").first.hover()
    assert sorted(lines.evaluate_all(opacities)) == ["0.25", "1"]
    order = shown.eval_on_selector_all("section", "all => all.map(one => one.id)")
    assert order[:2] == ["verdict", "cost"]
    assert order[-4:] == ["tree", "solutions", "programs", "glossary"]
    tips = shown.eval_on_selector_all(".plot title", "all => all.map(one => one.textContent)")
    assert sum(tip.startswith("permutation, n = 5: ") for tip in tips) == 1


@pytest.mark.slow("makes another report")
def test_repetitions_give_medians_with_their_spread(opened: Open, tmp_path: Path) -> None:
    arguments = ["--n", "6,7", "--backends", "sicp", "--repeat", "3", "--output", "csv"]
    assert main([*arguments, "--report", str(tmp_path / "page.html")]) == 0
    shown = opened((tmp_path / "page.html").read_text())
    assert shown.locator("#verdict .board-of-several").count() == 2
    assert shown.locator(".runs td", has_text="±").count() >= 2


def test_a_report_tells_repetitions_apart_that_differ_only_in_their_solutions() -> None:
    right = crosscheck(6, "sicp")
    (run,) = (judgement.run for judgement in right.judgements)
    lacking = judged(Problem(6), [replace(run, placements=run.placements[1:])])
    repetitions = [right, lacking, judged(Problem(6), [run])]
    assert "sicp is wrong" in page(repetitions, "here")


def test_the_data_can_be_read_back(six: str) -> None:
    start = six.index('id="queens-data">') + len('id="queens-data">')
    data = json.loads(six[start : six.index("</script>", start)])
    assert {tuple(one["rows"]) for one in data["solutions"]["boards"]} == all_solutions(6)
    for name, trace in data["traces"].items():
        film = json.loads(gzip.decompress(base64.b64decode(trace["gzip"])))
        events = list(tracer(registry.find(name))(Problem(6)))
        for number, event in enumerate(events):
            wanted = json.loads(json.dumps(event.document()))
            known = {field: film["events"][field][number] for field in wanted if field != "own"}
            assert known == {field: wanted[field] for field in known}
        told = [sentence(event).splitlines()[0] for event in events]
        assert film["events"]["sentence"] == told
        assert len(film["decisions"]["step"]) == search_tree(Problem(6), events).decisions + 1


def test_every_word_that_is_linked_is_explained(six: str) -> None:
    shown = re.findall(r'<dt id="word-[^"]*">([^<]*)</dt><dd>(.*?)</dd>', six)
    assert len(shown) == 10
    assert all(len(meaning.split()) > 5 for _, meaning in shown)
    anchors = set(re.findall(r'href="#(word-[^"]*)"', six))
    assert anchors <= set(re.findall(r'id="(word-[^"]*)"', six))


@pytest.mark.slow("films all of 8 queens")
def test_a_page_is_small(tmp_path: Path, queens: Queens) -> None:
    names = "sicp,backtracking,python-constraint,clpfd,sat"
    report = tmp_path / "report.html"
    shown = queens("compare", "--n", "8", "--backends", names, "--report", report)
    assert "The report is in" in shown.err
    assert report.stat().st_size < 2**20
    assert all(f'"{name}":{{"n":8' in report.read_text() for name in names.split(","))  # films
