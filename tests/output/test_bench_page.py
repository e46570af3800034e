"""The page, the plots and the progress of a benchmark."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

import pytest
from benchmark_results import denied, solved, some_summary, stopped
from rich.console import Console

from solvers.output.charts.bench import bench_charts
from solvers.output.html.page import bench_page
from solvers.output.json_document import summary_document
from solvers.output.progress import benchmark_progress


def titles(drawn: str) -> Iterable[ET.Element]:
    """The texts that a drawing shows under the mouse pointer."""
    svg = ET.fromstring(drawn)  # noqa: S314  # what was drawn here
    return svg.iter("{http://www.w3.org/2000/svg}title")


def test_plots_are_drawings_with_words_at_their_marks() -> None:
    plots = bench_charts(some_summary())
    tips = {name: [tip.text for tip in titles(drawn)] for name, drawn in plots.items()}
    assert list(tips) == ["cactus", "transition-blocked-4"]
    assert {
        "sicp: 3 of 4 boards solved, the last after 4.00 s",
        "<b> & $a$: 2 of 4 boards solved, the last after 500 ms",
        "3 within 4.00 s",
    } <= {*tips["cactus"]}
    assert {
        "0.1: 1 of 2 have a solution; 1 board not decided",
        "0.5: 0 of 2 have a solution",
        "sicp, 0.1: beyond the limit",
        "sicp, 0.5: 2.50 s",
    } <= {*tips["transition-blocked-4"]}


def test_the_same_results_give_the_same_plots() -> None:
    assert bench_charts(some_summary()) == bench_charts(some_summary())


def test_the_page_has_the_plots_and_the_data_of_the_summary() -> None:
    found = some_summary()
    page = bench_page(found, "a machine")
    assert page.count("<svg") == 2
    assert "<b>" not in page
    data = page.partition('id="queens-data">')[2].partition("</script>")[0]
    assert json.loads(data) == json.loads(json.dumps(summary_document(found)))


def test_progress_shows_the_boards_that_were_solved_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = io.StringIO()
    console = Console(width=80, force_terminal=True, color_system=None, file=screen)
    monkeypatch.setattr("solvers.output.progress.Console", lambda **_: console)
    before = (solved(1, "a", 1.0), denied(1, "b", 1.0), stopped(2, "a"))
    with benchmark_progress(["a", "b"], 3, before) as done:
        done(solved(2, "b", 0.1))
    assert re.search(r"a +━.* 2/3 boards, 1 solved", screen.getvalue())
    assert re.search(r"b +━.* 2/3 boards, 2 solved", screen.getvalue())
