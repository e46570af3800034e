"""The event table: the fields, the flags, the sentence and the meaning of every kind of event.

To add an event, add a name to ``Kind``, a row to the table, its effect to ``position.py``, and a
check to ``checker.py``. Terminal, report and notebook show the sentences, and the replay follows a
search by the flags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solvers.puzzle.problem import Square
from solvers.tracing.event import Event, Kind, Literal, Rule

Sentence = str | Callable[[Event], str]
"""The sentence of an event: with the fields in braces, or a function of the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventType:
    """A row of the table: everything that is known about one kind of event.

    Each event has ``fields`` beside ``kind`` and ``queens``, and some have those in ``may_have``.
    ``shared`` names the meaning that events of different kinds and paradigms have in common, by
    which two searches are compared; "" where there is none. A reader is asked to predict the event
    where ``is_asked`` holds.
    """

    meaning: str
    text: Sentence
    fields: tuple[str, ...] = ()
    may_have: tuple[str, ...] = ()
    shared: str = ""
    is_asked: bool = False

    opens_node: bool = False
    """A state in which a decision is made."""
    decides: bool = False
    """A decision is made."""
    takes_back: bool = False
    """One decision or several are taken back."""
    tries: bool = False
    """A row is tried that is not decided yet."""
    ends: bool = False
    """The last event of a film."""
    keeps_state: bool = False
    """The state in the paradigm's own terms does not change."""
    is_aside: bool = False
    """The event tells about the program; the board stays as it is."""


BLOCKED = "blocked"
"""The ``conflict_line`` of a queen that stands on a blocked square."""

PLACE, GO_BACK = "place a queen", "go back"
"""Meanings that several kinds share."""


def _conflict(event: Event) -> str:
    square = f"row {event.row} of column {event.column}"
    if event.conflict_line == BLOCKED:
        return f"{square}: the square is blocked"
    line = f"{event.conflict_line} conflict"
    return f"{square}: {line} with the queen in column {event.conflict_column}"


def _decide(event: Event) -> str:
    square = f"row {event.row} of column {event.column}"
    if event.queen is None:
        return f"decide about {square}: it fails at once"
    return f"decide: {'a' if event.queen else 'no'} queen in {square}"


def _remove(event: Event) -> str:
    if event.rule is Rule.TRIED:
        return f"already tried: {_squares(event)}"
    if event.rule is Rule.ATTACK:
        return f"the queen in column {event.conflict_column} removes {_squares(event)}"
    return f"the engine's clauses remove {_squares(event)}"


def _imply(event: Event) -> str:
    why = "this follows from the engine's clauses"
    if event.rule in (Rule.COLUMN, Rule.ROW):
        number = event.column if event.rule is Rule.COLUMN else event.row
        why = f"no other square is left in {event.rule} {number}"
    return f"a queen must stand in row {event.row} of column {event.column}: {why}"


def _wipeout(event: Event) -> str:
    if event.column is not None:
        return f"no row is left for column {event.column}"
    return "a contradiction" if event.row is None else f"no column is left for row {event.row}"


def _backjump(event: Event) -> str:
    taken = "decision" if event.levels == 1 else f"{event.levels} decisions"
    return f"take back the last {taken}; {event.level} left"


def _learn(event: Event) -> str:
    clause = ", or ".join(map(literal_words, event.clause or ())) or "no solution is left"
    if event.rule is Rule.FOUND:
        return f"so that this solution is not found again: {clause}"
    return f"learned: {clause}"


def literal_words(literal: Literal) -> str:
    """A literal in words: ``no queen on 0:1``."""
    column, row, queen = literal
    return f"{'a' if queen else 'no'} queen on {column}:{row}"


def _call(event: Event) -> str:
    own = event.state
    if own["what"] == "stop":
        return f"the program is stopped after {own['call']}"
    value = f": {own['value']}" if "value" in own else ""
    return f"{own['what']} {own['line'] if own['what'] == 'line' else own['call']}{value}"


def _leave(event: Event) -> str:
    boards = event.state["boards"]
    number = f"{len(boards)} board{'' if len(boards) == 1 else 's'}"
    begin = f"queen-cols {event.state['k']} returns {number}"
    if event.state.get("times", 1) > 1:
        begin += f", computed for the {_ordinal(event.state['times'])} time"
    return "\n".join([begin, *boards])


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ending}"


def _squares(event: Event) -> str:
    return " ".join(f"{column}:{row}" for column, row in event.squares or ())


EVENT_TABLE: Mapping[Kind, EventType] = {
    Kind.COLUMN: EventType(
        meaning="A column is entered: its rows will be tried.",
        text="enter column {column}",
        fields=("column",),
        may_have=("level",),
        shared="enter a column",
        opens_node=True,
        keeps_state=True,
    ),
    Kind.TRY: EventType(
        meaning="A row of the column is tried.",
        text="try row {row} of column {column}",
        fields=("column", "row"),
        shared="try a row",
        tries=True,
        keeps_state=True,
    ),
    Kind.CONFLICT: EventType(
        meaning="The row is in conflict with a queen. Where both stand, ``column`` has the newer "
        "one. With the line ``blocked``, a queen stands on a blocked square, and "
        "``conflict_column`` is left out.",
        text=_conflict,
        fields=("column", "row", "conflict_line"),
        may_have=("conflict_column",),
        shared="conflict",
        tries=True,
        is_asked=True,
    ),
    Kind.PLACED: EventType(
        meaning="The row has no conflict, and its queen is placed.",
        text="no conflict: place a queen in row {row} of column {column}",
        fields=("column", "row"),
        shared=PLACE,
        decides=True,
        is_asked=True,
    ),
    Kind.BACKTRACK: EventType(
        meaning="The search is back in this column, whose queen, the last decision, is taken away.",
        text="go back to column {column} and take its queen away",
        fields=("column",),
        may_have=("level",),
        shared=GO_BACK,
        takes_back=True,
        is_asked=True,
    ),
    Kind.SOLUTION: EventType(
        meaning="All queens stand.",
        text="solution {number}: {queens}",
        fields=("number",),
        shared="solution",
        keeps_state=True,
        is_asked=True,
    ),
    Kind.END: EventType(
        meaning="The space is exhausted. ``own`` has the engine's counters, where it has any.",
        text="end: every possibility has been tried",
        shared="end",
        ends=True,
    ),
    Kind.STOP: EventType(
        meaning="The search stops before everything was tried: it looks for one solution, or gives "
        "up. For a program of one's own, nobody knows if everything was tried.",
        text="the trace ends here",
        ends=True,
    ),
    Kind.ROW: EventType(
        meaning="A row is entered: its columns will be tried.",
        text="enter row {row}",
        fields=("row",),
        may_have=("level",),
        opens_node=True,
        keeps_state=True,
    ),
    Kind.SQUARE: EventType(
        meaning="The engine is about to decide about one square of its choice.",
        text="choose a square",
        may_have=("level",),
        opens_node=True,
    ),
    Kind.DECIDE: EventType(
        meaning="The engine decides, without a reason, that a queen stands on this square "
        "(``queen`` is true) or that none does (false). Without ``queen``, the decision failed at "
        "once, and the engine does not tell which of the two it was.",
        text=_decide,
        fields=("column", "row", "level"),
        may_have=("queen",),
        decides=True,
        is_asked=True,
    ),
    Kind.REMOVE: EventType(
        meaning="No queen can stand on these squares any more; ``rule`` says why.",
        text=_remove,
        fields=("squares", "rule"),
        may_have=("conflict_column",),
    ),
    Kind.RESTORE: EventType(
        meaning="These squares are free again, after the ``backtrack`` or ``backjump`` that frees "
        "them.",
        text=lambda event: f"free again (column:row): {_squares(event)}",
        fields=("squares",),
        may_have=("conflict_column",),
    ),
    Kind.IMPLY: EventType(
        meaning="A queen must stand on this square, and from now on does; ``rule`` says why.",
        text=_imply,
        fields=("column", "row", "rule"),
        shared="a queen must stand",
        is_asked=True,
    ),
    Kind.WIPEOUT: EventType(
        meaning="No square is left for the queen of this ``column``, or of this ``row``. Without "
        "either, the engine has found a contradiction in its clauses and does not say where.",
        text=_wipeout,
        may_have=("column", "row"),
        shared="wipe-out",
        is_asked=True,
    ),
    Kind.BACKJUMP: EventType(
        meaning="The last ``levels`` decisions are taken back at once, and ``level`` of them still "
        "stand.",
        text=_backjump,
        fields=("level", "levels"),
        shared=GO_BACK,
        takes_back=True,
        is_asked=True,
    ),
    Kind.LEARN: EventType(
        meaning="From now on one literal of this ``clause`` has to hold.",
        text=_learn,
        fields=("clause", "rule"),
    ),
    Kind.BEGIN: EventType(
        meaning="Local search: each column gets a queen, in any row.",
        text="begin with {queens}; conflicts: {own[conflicts]}",
    ),
    Kind.MOVE: EventType(
        meaning="Local search: the queen of this column moves to this row. With the rule "
        "``fewest`` she was attacked, and fewest queens attack her there.",
        text="move the queen of column {column} to row {row}; conflicts: {own[conflicts]}",
        fields=("column", "row"),
        may_have=("rule",),
        opens_node=True,
        tries=True,
    ),
    Kind.PORT: EventType(
        meaning="Prolog: a goal is called, exits, is redone or fails.",
        text="{own[port]} ({own[depth]}) {own[goal]}",
        is_aside=True,
    ),
    Kind.CALL: EventType(
        meaning="A program of one's own: a function is called or resumed, yields or returns, or a "
        "line is executed. ``line`` counts from 1; 0 is none.",
        text=_call,
        is_aside=True,
    ),
    Kind.ENTER: EventType(
        meaning="SICP: queen-cols k begins.",
        text="call queen-cols {own[k]}",
    ),
    Kind.LEAVE: EventType(
        meaning="SICP: queen-cols k ends. ``own`` has its boards, as the text writes them and as "
        "placements, and perhaps how many times it has ended.",
        text=_leave,
    ),
}
"""The row of each kind."""


def sentence(event: Event) -> str:
    """The event in a few words."""
    text = EVENT_TABLE[event.kind].text
    return text.format_map(event.document()) if isinstance(text, str) else text(event)


def shared_meaning(event: Event) -> str:
    """The meaning that the event shares with events of other paradigms; "" where it has none."""
    if event.kind is Kind.DECIDE and event.queen is not None:
        return PLACE if event.queen else "decide against a queen"
    return EVENT_TABLE[event.kind].shared


def removed(event: Event) -> tuple[Square, ...]:
    """The squares on which no queen can stand after the event."""
    if event.kind is Kind.DECIDE and event.queen is False:
        return ((event.column or 0, event.row or 0),)
    return (event.squares or ()) if event.kind is Kind.REMOVE else ()


def restored(event: Event) -> tuple[Square, ...]:
    """The squares that are free again after the event."""
    return (event.squares or ()) if event.kind is Kind.RESTORE else ()
