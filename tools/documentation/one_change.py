"""One change, nine paradigms: each program for coloured boards beside its program for queens.

``python tools/documentation/one_change.py`` writes the generated parts of ``docs/one-change.md``,
and ``build/one-change.html``, from the programs' files. With ``--measure``, it first measures nodes
and times, and keeps them with the machine in ``benchmarks/results/one-change.json``.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from pages import program_alone

from benchmarks.machine import conditions
from solvers import registry
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.interface import Backend
from solvers.output.boards import svg_board
from solvers.output.colours import variables
from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions
from solvers.tracing.replay import search_tree
from solvers.tracing.source_lines import program_of
from solvers.tracing.traces import is_traced, tracer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DOCUMENT = ROOT / "docs" / "one-change.md"
PAGE = ROOT / "build" / "one-change.html"
FIGURES = ROOT / "benchmarks" / "results" / "one-change.json"
BOARD = ROOT / "examples" / "coloured" / "8-2.txt"

WHERE = {
    "sicp": "the test",
    "backtracking": "the test",
    "python-constraint": "the test",
    "cp-sat": "constraints",
    "minizinc": "constraints",
    "clpfd": "constraints, and the state",
    "prolog": "the test, and the state",
    "asp": "rules",
    "sat": "the encoding",
}
"""The part of each program that changes, the simplest change first."""

REPEATS = 9
"""The runs of a program, of which the fastest counts, because a machine may be busy."""

KEPT = 2
"""The unchanged lines that are shown before and after a change."""


MODULES = re.compile(r"(?ms)^:- (?:use_)?module\(.*?\)\.\n")
"""Matches the names and imports of a module in Prolog."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the program for queens and the line beside it; None where a program has none."""

    queens: str | None
    coloured: str | None
    is_same: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A program, its lines beside each other, and the figures of both, measured."""

    backend: Backend
    rows: list[Row]
    figures: Mapping[str, Any]

    @property
    def out(self) -> int:
        """The number of lines that were taken out, without blank ones."""
        return sum(bool(row.queens) and not row.is_same for row in self.rows)

    @property
    def put_in(self) -> int:
        """The number of lines that were put in, without blank ones."""
        return sum(bool(row.coloured) and not row.is_same for row in self.rows)

    @property
    def all(self) -> int:
        """The number of lines of the program for queens, without blank ones."""
        return sum(bool(row.queens) for row in self.rows)

    @property
    def where(self) -> str:
        """The part that changes."""
        return WHERE[self.backend.name]

    def folded(self) -> Iterator[Row | int]:
        """The rows; for unchanged ones far from a change, their number."""
        groups = [(same, [*rows]) for same, rows in groupby(self.rows, lambda row: row.is_same)]
        for at, (same, rows) in enumerate(groups):
            first, last = KEPT * (at > 0), KEPT * (at < len(groups) - 1)
            if not same or len(rows) <= first + last + 1:
                yield from rows
                continue
            yield from rows[:first]
            yield len(rows) - first - last
            yield from rows[len(rows) - last :]


def definitions(text: str) -> dict[str, str]:
    """The source of each definition of a page in Python, by its name."""
    lines, found = text.splitlines(), {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
        else:
            name = str(getattr(node, "name", ast.unparse(node)))
        decorators = getattr(node, "decorator_list", [])
        first = min(each.lineno for each in [node, *decorators])
        found[name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def both(backend: Backend) -> tuple[list[str], list[str]]:
    """The lines of the programs for queens and for coloured boards.

    The page of the second in Python has only definitions that replace those of the first. A
    function that only calls the first one's of its name is left out, and so are imports.
    """
    files = [program_of(backend), program_of(registry.on_board(backend, board()))]
    texts = [program_alone(file.read_text("utf-8"), file.suffix) for file in files if file]
    if files[0] and files[0].suffix == ".py":
        old, new = map(definitions, texts)
        new = {name: text for name, text in new.items() if f".{name}(" not in text}
        texts = ["\n\n\n".join(each.values()) for each in (old, old | new)]
    texts = [MODULES.sub("", text).strip() for text in texts]
    queens, coloured = (text.splitlines() for text in texts)
    return queens, coloured


def beside(queens: list[str], coloured: list[str]) -> list[Row]:
    """The lines of both programs beside each other."""
    rows = []
    matcher = SequenceMatcher(None, queens, coloured, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        pairs = zip_longest(queens[a:b], coloured[c:d])
        rows += [Row(left, right, tag == "equal") for left, right in pairs]
    return rows


def board() -> Problem:
    """The coloured board on which the programs are measured."""
    return read_diagram(BOARD.read_text("utf-8"))


def changes() -> list[Change]:
    """The changed programs, in the order of WHERE."""
    figures = json.loads(FIGURES.read_text("utf-8"))["programs"]
    able = {one.name: one for one in registry.choose(None, coloured=True)}
    found = sorted(able, key=[*WHERE].index)
    return [Change(able[name], beside(*both(able[name])), figures[name]) for name in found]


def measured() -> dict[str, Any]:
    """The nodes and times of all programs on both boards of one size."""
    found: dict[str, dict[str, Any]] = {name: {} for name in WHERE}
    for kind, problem in (("queens", Problem(board().n)), ("coloured", board())):
        for backend in (registry.on_board(registry.find(name), problem) for name in WHERE):
            again = [run(backend, problem, Limits()).seconds for _ in range(REPEATS)]
            if not all(again):
                sys.exit(f"{backend.name} did not end")
            events = tracer(backend)(problem) if is_traced(backend) else ()
            nodes = search_tree(problem, events).nodes if is_traced(backend) else None
            fastest = float(f"{min(filter(None, again)) * 1000:.2g}")
            found[backend.name][kind] = {"nodes": nodes, "ms": f"{fastest:g}"}
    return {"conditions": conditions(), "programs": found}


def table(shown: list[Change]) -> str:
    """The table of the document."""
    heads = ["program", "changed", "lines", "out", "in", "nodes, queens", "nodes, coloured"]
    lines = [heads, ["---", "---", *["--:"] * 5]]
    for one in shown:
        nodes = [one.figures[kind]["nodes"] for kind in ("queens", "coloured")]
        counts = [one.all, one.out, one.put_in, *[f"{each:,}" if each else "" for each in nodes]]
        lines.append([f"[`{one.backend.name}`](#{one.backend.name})", one.where, *map(str, counts)])
    return "\n".join(f"|{'|'.join(line)}|" for line in lines)


def differences(shown: list[Change]) -> str:
    """The changed lines of each program, under its name."""
    parts = []
    for one in shown:
        rows = [row for row in one.rows if not row.is_same]
        lines = [f"- {row.queens}" for row in rows if row.queens]
        lines += [f"+ {row.coloured}" for row in rows if row.coloured]
        parts.append("\n".join([f"### {one.backend.name}\n", "```diff", *lines, "```"]))
    return "\n\n".join(parts)


def document(text: str, shown: list[Change]) -> str:
    """The text of the document with its generated parts as the files give them."""
    for name, part in (("table", table(shown)), ("differences", differences(shown))):
        head, rest = text.split(f"<!-- {name} -->\n")
        text = f"{head}<!-- {name} -->\n{part}\n{rest[rest.index('<!-- end -->') :]}"
    return text


def page(shown: list[Change]) -> str:
    """The page with the programs side by side."""
    places = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, loader=FileSystemLoader(HERE)
    )
    (solution,) = known_solutions(board())
    return places.get_template("one_change.html.jinja").render(
        changes=shown,
        board=Markup(svg_board(solution, board())),  # noqa: S704  # ours
        variables=variables(),
        conditions=json.loads(FIGURES.read_text("utf-8"))["conditions"],
    )


def write_page(target: Path) -> None:
    """Write the page there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(changes()), encoding="utf-8")


def main() -> None:
    """Measure if asked to, and write both pages."""
    if "--measure" in sys.argv[1:]:
        FIGURES.write_text(f"{json.dumps(measured(), indent=1)}\n", encoding="utf-8")
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8"), changes()), encoding="utf-8")
    write_page(PAGE)


if __name__ == "__main__":
    main()
