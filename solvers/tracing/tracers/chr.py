"""The events of constraint handling rules: the rule that fires, and its column.

``prolog/chr_search.pl`` watches the constraints of ``queens_chr.pl`` come into the store: rule
choose decides, rule attack removes, and rule no_row finds a column empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind, TraceNotes
from solvers.tracing.recorder import Recorder
from solvers.tracing.tracers.prolog import LinesOf, json_lines

NOTES = TraceNotes(
    line_of_event={
        "column": "choose @ label(C), in(C, Rows)",
        "decide": "queen(C, R),",
        "remove": "exclude(attacks(C, R, D), Rows, Left)",
        "wipeout": "no_row @ in(_, [])",
        "backtrack": "member(R, Rows)",
        "restore": "member(R, Rows)",
        "solution": "keysort(Queens, Sorted)",
    }
)


def events(problem: Problem, lines_of: LinesOf = json_lines) -> Iterator[Event]:
    """Run the program and tell the rules that fire; raises UnavailableError."""
    recorder, first = Recorder(problem), len(problem.prefix)
    domains = [list(rows) for rows in problem.domains]
    with closing(lines_of("chr_search", domains)) as lines:
        for name, *arguments in lines:
            match name, *arguments:
                case "in", column, rows:
                    for row in sorted(recorder.rows(column) - {*rows}):
                        recorder.remove((column, row))
                    if not rows:
                        recorder.emit(Kind.WIPEOUT, column=column)
                case "label", column if first <= column < problem.n:
                    recorder.enter_node(Kind.COLUMN, column=column)
                case "queen", column, row if first <= column:
                    recorder.decide((column, row))
                case "back", column if first <= column:
                    recorder.backtrack(column)
                case "solution", *_:
                    recorder.solution()
            yield from recorder.drain()
    yield from recorder.end({})
