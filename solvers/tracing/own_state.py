"""The state in the paradigm's own terms, line by line, as a film shows it beside the board."""

from __future__ import annotations

from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE

BEGINS = ("call", "redo", "resume")
"""The calls, and the ports of Prolog, that begin or go on."""


def state_lines(event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
    """The paradigm's own state after the event, which had these lines before."""
    own = event.state
    match event.kind:
        case Kind.PORT:
            lines = _open_calls(before, own["depth"] - 1, own["goal"], begins=own["port"] in BEGINS)
        case Kind.CALL if own["what"] == "line":
            lines = before
        case Kind.CALL:
            lines = _open_calls(before, own["depth"], own["call"], begins=own["what"] in BEGINS)
        case Kind.ENTER:
            lines = before
        case Kind.LEAVE:
            boards, head = own["boards"], f"k = {own['k']}: {len(own['boards'])}"
            # Computed again, they are the same boards.
            lines = before if head in before else (*before, head, " ".join(boards))
        case _ if not own:
            lines = before if EVENT_TABLE[event.kind].keeps_state else ()
        case Kind.COLUMN if "domains" in own:
            lines = tuple(f"column {column}: {rows}" for column, rows in enumerate(own["domains"]))
        case _:
            lines = tuple(f"{name}: {_listed(value)}" for name, value in own.items())
    return lines


def _open_calls(before: tuple[str, ...], depth: int, call: str, *, begins: bool) -> tuple[str, ...]:
    around = before[:depth]
    return (*around, "  " * len(around) + call) if begins else around


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
