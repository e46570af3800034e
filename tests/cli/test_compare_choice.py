"""The backends of a comparison: chosen by name, group, keyword or file, or left out."""

from __future__ import annotations

import re
from pathlib import Path

import misbehaving_backends as faults
import pytest
from queens_command import Queens
from typed_commands import typed

from solvers import registry
from solvers.execution.availability import Availability
from solvers.execution.result import Cause, Ending
from solvers.interface import Backend
from solvers.puzzle.problem import Goal
from solvers.tracing.traces import is_traced

ALL = registry.backends()

THE_FIVE = ("sicp", "backtracking", "cp-sat", "python-constraint", "prolog")


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        ("default", ",".join(THE_FIVE)),
        ("bitset,variants,backtracking", "bitset,backtracking,backtracking-tables"),
        ("data,imperative", "arrays,sql,bitset,coroutines,objects,permutation"),
        ("logic,variants", "prolog,prolog-optimised,asp,chr,minikanren,rewriting"),
        (
            "textbooks",
            ",".join(n for n in ALL if registry.is_textbook(ALL[n]) and ALL[n].enumerates),
        ),
        ("sicp-pairs,prolog,sicp", "prolog,sicp,sicp-pairs"),
        ("prolog,prolog-optimised,variants", "prolog,prolog-optimised"),
        ("variants,all", ",".join(one.name for one in registry.choose(["all"]))),
        ("variants", ",".join(n for n in ALL if ALL[n].variant_of and ALL[n].enumerates)),
    ],
)
def test_variants_follow_their_textbooks(names: str, chosen: str) -> None:
    assert ",".join(one.name for one in registry.choose(names.split(","))) == chosen


def test_a_backend_file_is_listed_and_is_no_default_for_one_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    file = tmp_path / "listed_here.py"
    file.write_text(
        "from solvers.interface import Backend\n"
        "from solvers.paradigms.sicp.exercise import REPRESENTATION, solve as right\n"
        "def solve(problem, work):\n    return right(problem, work)\n"
        "BACKEND = Backend('listed-here', solve=solve)\n"
    )
    assert queens("compare", "--list", "--backends", file).lines[1].startswith("listed-here ")
    outside = registry.find(str(file))
    assert not is_traced(outside)  # though its module has SICP's representation
    known = registry.backends() | {"listed-here": outside}
    monkeypatch.setattr(registry, "backends", lambda: known)
    assert "listed-here" not in [one.name for one in registry.choose(None, Goal.FIRST)]
    assert "listed-here" in [one.name for one in registry.choose(["all"], Goal.FIRST)]


def test_a_slow_backend_runs_only_if_it_is_named(queens: Queens) -> None:
    slow = ("compare", "--n", "8", "--time-limit", "0.1", "--backends")
    assert queens(*slow, "sicp-interchanged", code=3).err == ""
    said = queens.run(*slow, "sicp,variants", "--output", "json")
    assert "left out at n = 8: sicp-interchanged, which takes too long above n = 7" in said.err
    assert "sicp-interchanged" not in said.out


def test_a_board_too_large_for_one_backend_is_left_to_the_others(
    monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    known = {name: registry.backends()[name] for name in ("sicp", "bitset")}
    monkeypatch.setattr(registry, "backends", lambda: known)
    prefix = ",".join(map(str, [*range(1, 64, 2), *range(0, 64, 2)][:60]))
    said = queens("compare", "--n", 64, "--backends", "all", "--prefix", prefix).err
    assert said == "left out at n = 64: bitset, which supports n up to 62\n"


def test_list_names_every_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without starting them all: that is done where docs/compare.md shows the list."""
    absent = next(iter(registry.backends()))

    def asked(backend: Backend) -> Availability:
        cause = Cause.CANNOT_RUN if backend.name == absent else Cause.DONE
        return Availability(backend, "1.2", Ending(cause, detail="taken away"))

    monkeypatch.setattr("solvers.execution.availability._without_worker", asked)
    done = typed("compare.py --list")
    assert done.returncode == 0
    table, differences = re.split("\n\nhow the .*:\n", done.stdout)
    known = registry.backends()
    assert [line.split()[0] for line in table.splitlines()[1:]] == list(known)
    assert [line.split()[0] for line in table.splitlines() if "no: " in line] == [absent]
    indented = [line.split()[0] for line in table.splitlines() if line.startswith("  ")]
    assert indented == [line.split()[0] for line in differences.splitlines()]
    assert indented == [name for name, one in known.items() if one.variant_of]


@pytest.mark.parametrize("keyword", ["all", "textbooks"])
def test_a_keyword_leaves_out_a_backend_that_cannot_run_here_and_names_it(
    keyword: str, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    known = {backend.name: backend for backend in (registry.find("sicp"), faults.ABSENT)}
    monkeypatch.setattr(registry, "backends", lambda: known)
    said = queens("compare", "--n", "4", "--backends", keyword).out
    assert "identical" in said
    assert "absent cannot run here" in said


@pytest.mark.parametrize(
    ("options", "names", "says"),
    [
        (
            ("--n", 3, "--first"),
            "construction,local-search",
            "it cannot prove that there",
        ),
        (("--n", 6, "--first", "--prefix", 1), "construction", "it solves empty boards only"),
        (
            ("--n", 6),
            "local-search",
            "it finds only one solution, not all; add --first",
        ),
    ],
)
def test_a_method_says_what_it_cannot_do(
    options: tuple[object, ...], names: str, says: str, queens: Queens
) -> None:
    told = queens("compare", *options, "--backends", f"sicp,{names}", code=4).out
    for name in names.split(","):
        assert f"{name} cannot run here: {says}" in told
