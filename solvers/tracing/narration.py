"""A search told in plain words, an event a line: for engines whose texts print no trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solvers.tracing.events import LAST, Event, Kind, Literal, Rule

INDENT = "  "
"""In front of a line for each decision that stands."""


def lines(trace: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Each event with its line, indented by how many decisions stand."""
    level = 0
    for event in trace:
        deeper = event.kind is Kind.DECIDE  # the decision itself stands where it is made
        level = level if event.level is None else event.level
        level = 0 if event.kind in LAST else level
        within = event.state["depth"] if event.kind is Kind.CALL else level - deeper
        yield event, f"{INDENT * within}{describe(event)}"


def describe(event: Event) -> str:
    """An event in a few words."""
    if event.kind in _WORDS:
        return _WORDS[event.kind].format_map(event.document())
    if event.kind is Kind.CONFLICT:
        return (
            f"row {event.row} of column {event.column}: {event.conflict_line} conflict "
            f"with the queen in column {event.conflict_column}"
        )
    if event.kind in _TOLD_BY:
        return _TOLD_BY[event.kind](event)
    return _call(event)


_WORDS = {
    Kind.COLUMN: "enter column {column}",
    Kind.ROW: "enter row {row}",
    Kind.SQUARE: "decide about a square",
    Kind.TRY: "try row {row} of column {column}",
    Kind.PLACED: "no conflict: a queen in row {row} of column {column}",
    Kind.BACKTRACK: "back to column {column}, its queen taken away",
    Kind.SOLUTION: "solution {number}: {queens}",
    Kind.BEGIN: "begin with {queens}; conflicts: {own[conflicts]}",
    Kind.MOVE: "move the queen of column {column} to row {row}; conflicts: {own[conflicts]}",
    Kind.STOP: "here it stops",
    Kind.END: "the end: every possibility has been tried",
}


def _decide(event: Event) -> str:
    what = "a queen" if event.queen else "no queen"
    return f"decide: {what} in row {event.row} of column {event.column}"


def _remove(event: Event) -> str:
    if event.rule is Rule.TRIED:
        return f"tried: {_squares(event)}"
    who = "what has been learned"
    if event.rule is Rule.ATTACK:
        who = f"the queen in column {event.conflict_column}"
    return f"{who} removes {_squares(event)}"


def _restore(event: Event) -> str:
    return f"free again: {_squares(event)}"


def _imply(event: Event) -> str:
    why = "it follows from what has been learned"
    if event.rule in (Rule.COLUMN, Rule.ROW):
        why = f"nothing else is left in {event.rule} "
        why += str(event.column if event.rule is Rule.COLUMN else event.row)
    return f"a queen must stand in row {event.row} of column {event.column}: {why}"


def _wipeout(event: Event) -> str:
    if event.column is not None:
        return f"no row is left for column {event.column}"
    if event.row is not None:
        return f"no column is left for row {event.row}"
    return "a contradiction"


def _backjump(event: Event) -> str:
    taken = "the last one is" if event.levels == 1 else f"the last {event.levels} are"
    stand = "1 decision" if event.level == 1 else f"{event.level} decisions"
    return f"back to {stand}: {taken} taken back at once"


def _learn(event: Event) -> str:
    what = "learned" if event.rule is Rule.LEARNED else "from now on, so that it is not found again"
    return f"{what}: {clause(event.clause or ())}"


_TOLD_BY = {
    Kind.DECIDE: _decide,
    Kind.REMOVE: _remove,
    Kind.RESTORE: _restore,
    Kind.IMPLY: _imply,
    Kind.WIPEOUT: _wipeout,
    Kind.BACKJUMP: _backjump,
    Kind.LEARN: _learn,
}


def clause(literals: Iterable[Literal]) -> str:
    """A clause in words: ``no queen on 0:1, or a queen on 2:3``."""
    words = [f"{'a' if queen else 'no'} queen on {c}:{r}" for c, r, queen in literals]
    return ", or ".join(words) or "nothing is possible any more"


def _squares(event: Event) -> str:
    return " ".join(f"{column}:{row}" for column, row in event.squares or ())


def _call(event: Event) -> str:
    if event.kind is Kind.PORT:
        return f"{event.state['port']} ({event.state['depth']}) {event.state['goal']}"
    if event.kind is Kind.CALL:
        value = f" {event.state['value']}" if "value" in event.state else ""
        return f"{event.state['what']} {event.state['call']}{value}"
    boards = event.state.get("boards")
    if boards is None:
        return f"enter queen-cols {event.state['k']}"
    return f"leave queen-cols {event.state['k']} with {len(boards)} boards\n" + "\n".join(boards)
