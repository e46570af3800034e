"""Charts and their colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from queens_command import Queens

from solvers import registry
from solvers.output.charts.comparison import (
    Cost,
    Sampled,
    difference_chart,
    growth_chart,
    growth_words,
)
from solvers.output.colours import DARK, GROUND, LIGHT, WORDS, appearances
from solvers.puzzle.problem import Problem

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
    for backend in registry.backends().values():
        if backend.variant_of:
            assert looks[backend.name].hue == looks[backend.variant_of].hue
    shown = [*(backend.name for backend in registry.choose(None)), "mine.py", "yours.py"]
    looks = appearances(shown)
    assert len({(looks[name].shape, looks[name].hollow) for name in shown}) == len(shown)


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
    drawn = ET.fromstring(growth_chart(series, ["time"], "s"))  # noqa: S314  # what we have drawn
    height = float(drawn.attrib["viewBox"].split()[3])
    heights = sorted(
        float(one.attrib["y"])
        for one in drawn.iter("{http://www.w3.org/2000/svg}text")
        if one.text in series
    )
    assert len(heights) == len(series)
    assert all(below - above >= 12 for above, below in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < height


def test_the_first_chart_marks_a_search_that_is_not_traced() -> None:
    drawn = difference_chart([Cost("cp-sat", None, 0.1), Cost("sicp", 149, 0.0)], Problem(4))
    assert "not traced" in drawn
    assert "149" in drawn
    assert "nodes" not in difference_chart([Cost("cp-sat", None, 0.1)], Problem(4))


def test_a_sentence_tells_how_the_medians_grow_if_that_is_steady() -> None:
    def line(*values: float) -> list[Sampled]:
        return [Sampled(n, value, value, value) for n, value in enumerate(values, 4)]

    small = {"sicp": line(1, 1.1, 5, 26, 129), "slow": line(1, 9, 80, 740), "odd": line(1, 9, 9)}
    words = growth_words(small | {"middle": line(1, 6, 37), "short": line(1, 5)})
    assert words == (
        "Per further queen, sicp takes 5.0 times as long (from n = 5 on), "
        "slow takes 9.0 times as long (from n = 4 on)."
    )
    assert growth_words({"odd": line(1, 9, 9), "flat": line(2, 2, 2), "short": line(1, 5)}) == ""
    assert "Per further" in growth_chart(small, ["time"], "s")
    assert "Per further" not in growth_chart(small, ["memory"], "MiB")


@pytest.mark.parametrize(
    "sizes", [(0, 4), (0, 1), (4, 8), (8, 20, 50, 100), (0, 5000), (0, 100), (3, 5000)], ids=str
)
def test_each_size_has_a_place_and_labels_have_room(sizes: tuple[int, ...]) -> None:
    series = {"sicp": [Sampled(n, 1, 1, 1) for n in sizes]}
    drawn = ET.fromstring(growth_chart(series, ["time"], "s"))  # noqa: S314  # what we have drawn
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


def test_a_chart_is_a_file_that_stands_alone(tmp_path: Path, queens: Queens) -> None:
    svg = tmp_path / "chart.svg"
    compare = ("compare", "--backends", "sicp", "--n")
    assert f"The chart is in {svg}" in queens(*compare, "4", "--chart", svg).err
    assert "time to all" in (drawn := svg.read_text())
    assert ">Nodes and time for 4 queens</text>" in drawn
    assert ">The scales are logarithmic.</text>" in drawn
    assert 'fill="#ffffff"' in drawn
    assert ET.fromstring(drawn).attrib["width"] == "1600"  # noqa: S314  # what we have drawn
    queens(*compare, "4,5", "--chart", svg)
    assert ">n = 4 to 5; the vertical scale is logarithmic.</text>" in svg.read_text()
    assert "Time to all solutions" in svg.read_text()
    assert "var(" not in svg.read_text()


def test_a_chart_that_cannot_be_made_is_refused_before_anything_runs(queens: Queens) -> None:
    assert "is not .svg" in queens.refusal("compare", "--n", "4", "--chart", "chart.png")
