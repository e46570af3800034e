"""The pages about the change of the puzzle are what the programs' files give."""

from __future__ import annotations

import json
import re

import one_change
import pytest
from engines import able_backend
from places import ROOT

from solvers import registry
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer

FIVE = "sicp", "backtracking", "python-constraint", "prolog", "clpfd"
"""The programs that tell their nodes."""


def test_the_document_is_what_the_files_give() -> None:
    text = one_change.DOCUMENT.read_text(encoding="utf-8")
    made = one_change.document(text, one_change.changes())
    assert text == made, "run: python tools/documentation/one_change.py"


def test_the_page_has_both_programs_line_by_line() -> None:
    shown = one_change.changes()
    page = one_change.page(shown)
    assert len(shown) == 9
    for one in shown:
        queens, coloured = one_change.both(one.backend)
        assert [row.queens for row in one.rows if row.queens is not None] == queens
        assert [row.coloured for row in one.rows if row.coloured is not None] == coloured
        assert all((row.queens == row.coloured) is row.is_same for row in one.rows)
        assert f'<section id="{one.backend.name}">' in page
        kept = [row for row in one.folded() if not isinstance(row, int)]
        left_out = sum(row for row in one.folded() if isinstance(row, int))
        assert len(kept) + left_out == len(one.rows)
        assert [row for row in kept if not row.is_same] == [r for r in one.rows if not r.is_same]
    assert page.count('class="out"') == sum(one.out for one in shown)
    assert page.count('class="in"') == sum(one.put_in for one in shown)


@pytest.mark.parametrize("name", FIVE)
def test_the_nodes_are_those_of_the_search(name: str) -> None:
    problem = one_change.board()
    backend = registry.on_board(able_backend(name), problem)
    nodes = search_tree(problem, tracer(backend)(problem)).nodes
    figures = json.loads(one_change.FIGURES.read_text(encoding="utf-8"))["programs"]
    assert nodes == figures[name]["coloured"]["nodes"]


def test_the_lecture_tells_these_nodes() -> None:
    notes = (ROOT / "docs" / "lecture.md").read_text(encoding="utf-8").partition("## One change")[2]
    told = re.findall(r"visit ([\d,]+) nodes each, clpfd only (\d+)", notes)
    figures = json.loads(one_change.FIGURES.read_text(encoding="utf-8"))["programs"]
    nodes = {name: f"{figures[name]['coloured']['nodes']:,}" for name in FIVE}
    assert told == [(nodes["sicp"], nodes["clpfd"])]
    assert nodes["sicp"] == nodes["backtracking"] == nodes["prolog"]
