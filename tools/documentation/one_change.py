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
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
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
PLACES = Environment(
    autoescape=select_autoescape(["html.jinja"]),
    trim_blocks=True,
    lstrip_blocks=True,
    loader=FileSystemLoader(HERE),
)

WHERE = {
    "sicp": "the test",
    "backtracking": "the test",
    "python-constraint": "the test",
    "cp-sat": "constraints, and variables",
    "minizinc": "constraints",
    "clpfd": "constraints, and the state",
    "prolog": "the test, and the state",
    "asp": "rules, and facts",
    "sat": "the encoding",
}
"""The part of each program that changes, the simplest change first."""

REPEATS = 9
"""The runs of a program, of which the fastest counts, because a machine may be busy."""

KEPT = 3
"""The unchanged lines that are shown before and after a change."""

LEFT_OUT = re.compile(r"(?ms)^:- (?:use_)?module\(.*?\)\.\n|^ +(?:from|import) [^\n]+\n")
"""Matches the names and imports of a module in Prolog, and the imports of a function in Python."""


@dataclass(frozen=True, slots=True)
class Change:
    """The lines of the programs for queens and for coloured boards, and the figures of both."""

    backend: Backend
    queens: list[str]
    coloured: list[str]
    figures: Mapping[str, Any]

    @property
    def groups(self) -> list[list[tuple[str | None, str | None]]]:
        """The changed lines beside each other, and those around them, in groups.

        A line that one program has alone has None beside it.
        """
        matcher = SequenceMatcher(None, self.queens, self.coloured, autojunk=False)
        return [
            [
                pair
                for _, a, b, c, d in group
                for pair in zip_longest(self.queens[a:b], self.coloured[c:d])
            ]
            for group in matcher.get_grouped_opcodes(KEPT)
        ]

    @property
    def changed(self) -> tuple[list[str], list[str]]:
        """The lines that were taken out, and those that were put in, without blank ones."""
        pairs = [(left, right) for left, right in chain(*self.groups) if left != right]
        return [left for left, _ in pairs if left], [right for _, right in pairs if right]


def definitions(text: str) -> dict[str, str]:
    """The source of each definition of a page in Python, by its name."""
    lines, found = text.splitlines(), {}
    for node in ast.parse(text).body:
        name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node)
        first = min(each.lineno for each in (node, *getattr(node, "decorator_list", ())))
        found[getattr(node, "name", name)] = "\n".join(lines[first - 1 : node.end_lineno])
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
    texts = [LEFT_OUT.sub("", text).strip() for text in texts]
    queens, coloured = (text.splitlines() for text in texts)
    return queens, coloured


def board() -> Problem:
    """The coloured board on which the programs are measured."""
    return read_diagram(BOARD.read_text("utf-8"))


def changes() -> list[Change]:
    """The changed programs, in the order of WHERE."""
    figures = json.loads(FIGURES.read_text("utf-8"))["programs"]
    return [Change(one, *both(one), figures[one.name]) for one in map(registry.find, WHERE)]


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


def document(text: str, shown: list[Change]) -> str:
    """The text of the document with its generated parts as the files give them."""
    parts: Any = PLACES.get_template("one_change.md.jinja").module
    for name in ("table", "differences"):
        head, rest = text.split(f"<!-- {name} -->\n")
        part = getattr(parts, name)(shown, WHERE)
        text = f"{head}<!-- {name} -->\n{part}{rest[rest.index('<!-- end -->') :]}"
    return text


def page(shown: list[Change]) -> str:
    """The page with the programs side by side."""
    (solution,) = known_solutions(board())
    return PLACES.get_template("one_change.html.jinja").render(
        changes=shown,
        where=WHERE,
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
