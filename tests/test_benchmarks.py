"""The measurements of the folder ``benchmarks``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from engines import able_backend
from shares import slower
from solutions import all_solutions

from benchmarks.engines import OPTIONS, Cell, write
from benchmarks.formulations import ENGINES, FORMULATIONS, WITHOUT, posted
from benchmarks.measure import Samples
from benchmarks.tables import growth_table
from solvers import registry
from solvers.puzzle.problem import Goal, Problem

POSTED = [
    (engine, formulation)
    for engine in ENGINES
    for formulation in FORMULATIONS
    if (engine, formulation) not in WITHOUT
]


@pytest.mark.parametrize(
    ("engine", "formulation"),
    [row if not at % 12 else slower(row, single=False) for at, row in enumerate(POSTED)],
)
def test_an_engine_gives_all_solutions_in_each_formulation(engine: str, formulation: str) -> None:
    known = able_backend(ENGINES[engine][1])
    found = [*posted(engine, formulation, known).solve(Problem(5), Counter())]
    assert len(found) == 10
    assert {*found} == all_solutions(5)


def test_each_engine_of_the_group_is_measured_and_has_its_options() -> None:
    assert {name for _, name in ENGINES.values()} == {
        backend.name for backend in registry.choose(["engines"])
    }
    assert OPTIONS.keys() == ENGINES.keys()


def test_a_set_that_is_not_identical_is_told(tmp_path: Path) -> None:
    cells = [
        Cell("Choco", "pairwise", Goal.ALL, n, "complete", n == 8, n / 100, 10.0) for n in (8, 10)
    ]
    cells += [replace(cells[0], engine="Exact", formulation="squares", status="time-limit")]
    write(cells, {"Choco": "1", "Exact": "2"}, "Measured here.", tmp_path / "engines")
    text = (tmp_path / "engines.md").read_text()
    assert "| Choco | pairwise | no | 80 ms | 100 ms, wrong | 1.1 | 10 MiB |" in text
    assert "| Exact | squares | - | time-limit | - | - | - |" in text
    assert "1 gave another set" in text
    assert (tmp_path / "engines.svg").read_text().startswith("<svg")
    assert len((tmp_path / "engines.csv").read_text().splitlines()) == 4


def test_a_single_sample_has_no_spread() -> None:
    samples = {"sicp": [0.5], "sql": [1.0, 1.2]}
    rows = growth_table({name: [Samples(name, 8, each)] for name, each in samples.items()}, {})
    assert "± " not in next(line for line in rows if "sicp" in line)
    assert "± 9%" in next(line for line in rows if "sql" in line)
