"""The event table: fields, sentence, shared meaning and marks of every kind of event.

To add a kind, add a name to ``Kind``, a row here, its effect to ``position.py``, a check to
``checker.py`` and its meaning to the page on formats. Terminal, report and notebook show the
sentences; the replay uses the marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from solvers.tracing.event import BLOCKED, Event, Kind, Literal, Rule

SentenceKey = str | bool | None
"""A fact that chooses a sentence: rule, conflict line, ``queen`` or field name."""


class EventType(NamedTuple):
    """A row of the table: all facts about one kind of event.

    Each event of the kind has ``fields`` beside ``kind`` and ``queens``; it may also have those in
    ``may_have``. ``text`` is its sentence; ``more`` maps a fact to the sentence of an event with
    this fact. ``shared`` is the meaning that the event has in every paradigm, for the comparison of
    two searches; "" without one.
    """

    text: str
    fields: tuple[str, ...] = ()
    may_have: tuple[str, ...] = ()
    shared: str = ""
    more: Mapping[SentenceKey, str] = MappingProxyType({})

    opens_node: bool = False
    """The search enters a state in which it will make a decision."""
    decides: bool = False
    """The search makes a decision."""
    takes_back: bool = False
    """The search takes back one or more decisions."""
    tries: bool = False
    """The search tries a row before it decides."""
    ends: bool = False
    """The last event of a trace."""
    keeps_state: bool = False
    """The state in the paradigm's own terms does not change."""
    is_aside: bool = False
    """The event is about the program, and the board does not change."""
    is_asked: bool = False
    """The page asks a reader to predict the event."""


SQUARE = "column", "row"
PLACE, GO_BACK = "place a queen", "go back"
NEEDED = "a queen must stand in row {row} of column {column}:"

EVENT_TABLE: Mapping[Kind, EventType] = {
    Kind.COLUMN: EventType(
        "enter column {column}", ("column",), ("level",), "enter a column",
        opens_node=True, keeps_state=True,
    ),
    Kind.SQUARE: EventType("choose a square", (), ("level",), opens_node=True),
    Kind.TRY: EventType(
        "try row {row} of column {column}", SQUARE, shared="try a row",
        tries=True, keeps_state=True,
    ),
    Kind.CONFLICT: EventType(
        "row {row} of column {column}: {conflict_line} conflict with the queen in column "
        "{conflict_column}",
        (*SQUARE, "conflict_line"), ("conflict_column",), "conflict",
        {BLOCKED: "row {row} of column {column}: the square is blocked"},
        tries=True, is_asked=True,
    ),
    Kind.PLACED: EventType(
        "no conflict: place a queen in row {row} of column {column}", SQUARE, shared=PLACE,
        decides=True, is_asked=True,
    ),
    Kind.DECIDE: EventType(
        "decide about row {row} of column {column}: it fails at once",
        (*SQUARE, "level"), ("queen",), "",
        {
            True: "decide: a queen in row {row} of column {column}",
            False: "decide: no queen in row {row} of column {column}",
        },
        decides=True, is_asked=True,
    ),
    Kind.BACKTRACK: EventType(
        "go back to column {column} and take its queen away", ("column",), ("level",), GO_BACK,
        takes_back=True, is_asked=True,
    ),
    Kind.BACKJUMP: EventType(
        "take back the last {decisions}; {level} left", ("level", "levels"), shared=GO_BACK,
        takes_back=True, is_asked=True,
    ),
    Kind.REMOVE: EventType(
        "the engine removes {places}", ("squares", "rule"), ("conflict_column",), "",
        {
            Rule.ATTACK: "the queen in column {conflict_column} removes {places}",
            Rule.TRIED: "already tried: {places}",
        },
    ),
    Kind.RESTORE: EventType(
        "free again (column:row): {places}", ("squares",), ("conflict_column",)
    ),
    Kind.IMPLY: EventType(
        f"{NEEDED} this follows from the engine's clauses",
        (*SQUARE, "rule"), (), "a queen must stand",
        {
            Rule.COLUMN: f"{NEEDED} no other square is left in column {{column}}",
            Rule.ROW: f"{NEEDED} no other square is left in row {{row}}",
        },
        is_asked=True,
    ),
    Kind.WIPEOUT: EventType(
        "a contradiction", (), ("column",), "wipe-out",
        {"column": "no row is left for column {column}"},
        is_asked=True,
    ),
    Kind.LEARN: EventType(
        "learned: {literals}", ("clause", "rule"),
        more={Rule.FOUND: "so that this solution is not found again: {literals}"},
    ),
    Kind.SOLUTION: EventType(
        "solution {number}: {queens}", ("number",), shared="solution",
        keeps_state=True, is_asked=True,
    ),
    Kind.END: EventType("end: every possibility has been tried", shared="end", ends=True),
    Kind.PORT: EventType("{own[port]} ({own[depth]}) {own[goal]}", is_aside=True),
    Kind.ENTER: EventType("call queen-cols {own[k]}"),
    Kind.LEAVE: EventType("queen-cols {own[k]} returns {boards}"),
}  # fmt: skip
"""The row of the table for each kind."""


def sentence(event: Event) -> str:
    """The event in a few words."""
    row, own = EVENT_TABLE[event.kind], event.state
    text = row.text
    if row.more:
        facts: list[SentenceKey] = [event.rule, event.conflict_line, event.queen]
        facts += [line for line in row.may_have if getattr(event, line) is not None]
        for fact in facts:
            text = row.more.get(fact, text)
    return text.format_map(
        event._asdict()
        | {
            "queens": list(event.queens),
            "own": own,
            "decisions": "decision" if event.levels == 1 else f"{event.levels} decisions",
            "places": " ".join([f"{column}:{row}" for column, row in event.squares or ()]),
            "literals": _clause_words(event.clause or ()) or "no solution is left",
            "boards": _boards(own["boards"]) if event.kind is Kind.LEAVE else "",
        }
    )


def _clause_words(clause: Iterable[Literal]) -> str:
    """A clause in words (at least one literal is true): ``no queen on one of 0:1, 2:3``."""
    squares: dict[bool, list[str]] = {}
    for column, row, queen in clause:
        squares.setdefault(queen, []).append(f"{column}:{row}")
    return ", or ".join(
        f"{'a' if queen else 'no'} queen on {'one of ' * (len(places) > 1)}{', '.join(places)}"
        for queen, places in squares.items()
    )


def _boards(boards: Sequence[str]) -> str:
    """The number of boards, and the boards."""
    return "\n".join([f"{len(boards)} board{'' if len(boards) == 1 else 's'}", *boards])


def shared_meaning(event: Event) -> str:
    """The meaning that the event shares with events of other paradigms; "" without one."""
    if event.kind is Kind.DECIDE and event.queen is not None:
        return PLACE if event.queen else "decide against a queen"
    return EVENT_TABLE[event.kind].shared
