"""Strange file names on the plots and pages that show them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from solvers.atomic_file import write_text
from solvers.cli.compare import main
from solvers.output.charts.comparison import Sampled, growth_chart

NAMES = {
    "$x^{$.py": "$x^{$.py",
    "_under.py": "_under.py",
    "a\\b%.py": "a\\b%.py",
    "<b>&.py": "<b>&.py",
    "\u5973\u738b.py": "\u5973\u738b.py",
    "a\x01\n.py": r"a\x01\n.py",
    "a\udcff.py": r"a\udcff.py",
}
"""Each name with its form on a page."""


def test_every_name_is_at_its_line_in_a_plot() -> None:
    points = [Sampled(n, n, n, n) for n in (4, 5)]
    drawn = growth_chart(dict.fromkeys(NAMES, points), "time", "s")
    texts = "".join(ET.fromstring(drawn).itertext())  # noqa: S314  # what we have drawn
    assert {name: texts.count(shown) for name, shown in NAMES.items()} == dict.fromkeys(NAMES, 5)


def test_a_report_shows_a_program_of_any_name(tmp_path: Path) -> None:
    programs = [tmp_path / "$x^{$.py", tmp_path / "_under.py"]
    for program in programs:
        program.write_text("def queens(n): return [[0]] if n == 1 else []")
    target = tmp_path / "page.html"
    main(["--n", "1,2", "--backends", "sicp", *map(str, programs), "--report", str(target)])
    text = target.read_text(encoding="utf-8")
    assert all(NAMES[program.name] in text for program in programs)


def test_a_report_with_a_name_that_is_no_text_is_written(tmp_path: Path) -> None:
    write_text("<p>a\udcff.py</p>", tmp_path / "page.html", "page")
    assert (tmp_path / "page.html").read_bytes() == rb"<p>a\udcff.py</p>"
