"""Strange file names on the plots, pages, tables and lines that show them."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

from places import ZOO
from queens_command import Queens

from solvers.atomic_file import write_text
from solvers.errors import printable
from solvers.output.charts.comparison import Sampled, growth_chart
from solvers.output.page_names import PAGE
from solvers.spreadsheet import cell

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
    drawn = growth_chart(dict.fromkeys(NAMES, points), ["time"], "s")
    texts = "".join(ET.fromstring(drawn).itertext())  # noqa: S314  # what we have drawn
    assert {name: texts.count(shown) for name, shown in NAMES.items()} == dict.fromkeys(NAMES, 5)


def test_a_report_with_a_name_that_is_no_text_is_written(tmp_path: Path) -> None:
    write_text("<p>a\udcff.py</p>", tmp_path / "page.html", PAGE)
    assert (tmp_path / "page.html").read_bytes() == rb"<p>a\udcff.py</p>"


def test_no_cell_of_a_table_is_a_formula() -> None:
    for name in ("=1+1.py", "-rf.py", "@SUM(A1).py", "+1.py", " =1.py"):
        assert cell(name) == f"'{name}"
    assert cell("\t=1.py") == "\\t=1.py"
    assert str(cell("x" * 40_000)).endswith("x … (cut)")
    assert (cell(-1.5), cell("-1.5"), cell("\uff1d1")) == (-1.5, "'-1.5", "'\uff1d1")


def test_a_file_name_cannot_write_over_a_comparison(tmp_path: Path, queens: Queens) -> None:
    path = tmp_path / "\x1b[2K\rx.py"
    shutil.copyfile(ZOO / "exercise_class.py", path)
    compared = ["compare", "--n", "4", "--backends", "sicp", path]
    for output in ("text", "json", "csv"):
        shown = queens(*compared, "--output", output).out
        assert all(line.isprintable() for line in shown.split("\n"))
        assert printable("\x1b[2K\rx.py") in shown.replace("\\\\", "\\")
    page = tmp_path / "page.html"
    queens(*compared, "--report", page)
    assert "\x1b" not in page.read_text()
    assert "\x1b" not in queens.refusal("check", f"{path}::\x1b[2K\n")
