"""Charts and their colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from queens_command import Queens

from solvers import registry
from solvers.cli.compare import main
from solvers.output.charts.chart import scale_for, spread_out
from solvers.output.charts.comparison import Cost, Sampled, difference_chart, growth_chart
from solvers.output.colours import DARK, GROUND, LIGHT, WORDS, appearances

LEAST_CONTRAST = 4.5


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize(("scheme", "hues"), [(0, LIGHT), (1, DARK)])
def test_lines_and_rings_are_seen_on_everything(scheme: int, hues: tuple[str, ...]) -> None:
    faint = []
    for drawn in (*hues, *(pair[scheme] for pair in WORDS.values())):
        for ground in (pair[scheme] for pair in GROUND.values()):
            low, high = sorted((luminance(drawn), luminance(ground)))
            if (high + 0.05) / (low + 0.05) < LEAST_CONTRAST:
                faint.append((drawn, ground))
    assert faint == []


def test_every_backend_has_a_look_of_its_own() -> None:
    names = [*registry.backends(), "mine.py", "yours.py"]
    looks = appearances(names)
    assert len({looks[name] for name in names}) == len(names)
    assert looks["sicp"] == appearances(["sicp"])["sicp"]
    for backend in registry.backends().values():
        if backend.variant_of:
            assert looks[backend.name].hue == looks[backend.variant_of].hue


def test_a_new_backend_changes_the_looks_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = registry.backends()
    before = appearances([])
    new = {name: replace(known["sicp"], name=name, origin="mine") for name in ("aaa", "m", "zzz")}
    monkeypatch.setattr(registry, "backends", lambda: new | known)
    after = appearances(["program.py"])
    assert {name: after[name] for name in before} == before
    assert len(set(after.values())) == len(after) == len(known) + 4


def test_names_at_the_lines_do_not_cover_each_other() -> None:
    series = {name: [Sampled(n, n, n, n) for n in (4, 5)] for name in registry.backends()}
    drawn = ET.fromstring(growth_chart(series, "time", "s"))  # noqa: S314  # what we have drawn
    height = float(drawn.attrib["viewBox"].split()[3])
    heights = sorted(
        float(one.attrib["y"])
        for one in drawn.iter("{http://www.w3.org/2000/svg}text")
        if one.text in series
    )
    assert len(heights) == len(series)
    assert all(below - above >= 12 for above, below in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < height


def test_names_that_have_room_stay_where_they_are() -> None:
    assert spread_out({"b": 50, "a": 10}, 5, 0, 100) == {"a": 10, "b": 50}
    assert spread_out({"a": 99, "b": 100}, 5, 0, 100) == {"a": 95, "b": 100}


def test_a_scale_puts_powers_of_ten_apart_evenly() -> None:
    on = scale_for([3, 400], 0, 90, logarithmic=True)
    assert on.ticks() == [1, 10, 100, 1000]
    assert [round(on.place(value)) for value in on.ticks()] == [0, 30, 60, 90]
    assert scale_for([0, 95], 0, 1, logarithmic=False).ticks() == [0, 20, 40, 60, 80]


def test_the_first_chart_marks_a_search_that_is_not_traced() -> None:
    drawn = difference_chart(
        [Cost("cp-sat", None, 0.1), Cost("sicp", 149, 0.0)], "what differs", "time"
    )
    assert "not traced" in drawn
    assert "149" in drawn
    assert "nodes" not in difference_chart([Cost("cp-sat", None, 0.1)], "what differs", "time")


@pytest.mark.parametrize(
    "sizes", [(0, 4), (0, 1), (4, 8), (8, 20, 50, 100), (0, 5000), (0, 100), (3, 5000)], ids=str
)
def test_each_size_has_a_place_and_labels_have_room(sizes: tuple[int, ...]) -> None:
    series = {"sicp": [Sampled(n, 1, 1, 1) for n in sizes]}
    drawn = ET.fromstring(growth_chart(series, "time", "s"))  # noqa: S314  # what we have drawn
    texts = [*drawn.iter("{http://www.w3.org/2000/svg}text")]
    (foot,) = (one.attrib["y"] for one in texts if one.text == "n")
    labels = [
        (float(one.attrib["x"]), 7.2 * len(one.text or ""))
        for one in texts
        if 0 < float(foot) - float(one.attrib["y"]) < 30 and one.attrib["text-anchor"] == "middle"
    ]
    assert len(labels) > 1
    assert all(
        left + half / 2 < right - other / 2 for (left, half), (right, other) in pairwise(labels)
    )
    width = float(drawn.attrib["viewBox"].split()[2])
    marks = drawn.findall(".//{http://www.w3.org/2000/svg}g/{http://www.w3.org/2000/svg}path")
    places = [float(mark.attrib["transform"][10:].split()[0]) for mark in marks]
    assert len(places) == len(sizes) + 1  # and one beside its name
    assert all(0 < place < width for place in places)


@pytest.mark.parametrize(
    ("n", "more", "told"), [("4", [], "time to all"), ("4,5", ["--figure", "memory"], "Memory")]
)
def test_a_chart_is_a_file_that_stands_alone(
    n: str, more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("chart.svg", "chart.png"):
        arguments = ["--n", n, "--backends", "sicp,backtracking", "--chart", str(tmp_path / name)]
        assert main([*arguments, *more]) == 0
        assert f"The chart is in {tmp_path / name}" in capsys.readouterr().err
    drawn = (tmp_path / "chart.svg").read_text()
    assert told in drawn
    assert "var(" not in drawn
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--chart", "chart.jpg"], "neither .svg nor .png"),
        (["--chart", "chart.svg", "--figure", "first"], "several sizes"),
        (["--chart", "a.svg", "--report", "a.svg"], "which is also for the report"),
    ],
)
def test_a_chart_that_cannot_be_made_is_refused_before_anything_runs(
    arguments: list[str], told: str, tmp_path: Path, queens: Queens
) -> None:
    placed = [str(tmp_path / each) if "." in each else each for each in arguments]
    assert told in queens.refusal("compare", "--n", "4", *placed)
