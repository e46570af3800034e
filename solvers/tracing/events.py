"""The event table: every kind of event with its fields, its meaning, its sentence, its validity.

A new event is a name in ``Kind`` and a class here, its row of the table. Everything else reads this
table: terminal, report and notebook show the sentences, the replay follows a search by the marks,
and the checker asks each row whether an event is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Square
from solvers.tracing.checked_board import CheckedBoard, FalseEventError, demand
from solvers.tracing.event import Event, Kind, Literal, Rule


class EventType:
    """A row of the event table. The docstring of each row is the meaning of its events.

    Every such event has ``fields`` beside ``kind`` and ``queens``, some have those in ``may_have``,
    and ``own`` are the names in the paradigm's own state (None: any). ``text`` is the sentence,
    with the fields in braces. ``shared`` names the meaning that events of different kinds and
    paradigms have in common, by which two searches are compared; "" where there is none. A reader
    is asked to predict the event where ``is_asked`` holds.
    """

    kind: ClassVar[Kind]
    fields: ClassVar[tuple[str, ...]] = ()
    may_have: ClassVar[tuple[str, ...]] = ()
    own: ClassVar[tuple[str, ...] | None] = ()
    text: ClassVar[str] = ""
    shared: ClassVar[str] = ""
    is_asked: ClassVar[bool] = False
    unchecked: ClassVar[str] = ""
    """The part of its own state that no check looks at."""

    opens_node: ClassVar[bool] = False
    """A state in which a decision is made."""
    decides: ClassVar[bool] = False
    """A decision is made."""
    takes_back: ClassVar[bool] = False
    """One decision or several are taken back."""
    tries: ClassVar[bool] = False
    """A row is tried that is not decided yet."""
    ends: ClassVar[bool] = False
    """The last event of a film."""
    keeps_state: ClassVar[bool] = False
    """The state in the paradigm's own terms is still that of the event before."""
    is_aside: ClassVar[bool] = False
    """It tells about the program; the board stays as it is."""

    def sentence(self, event: Event) -> str:
        """The event in a few words."""
        return self.text.format_map(event.document())

    def meaning(self, _: Event) -> str:
        """The meaning that the event shares with events of other paradigms."""
        return self.shared

    def removed(self, _: Event) -> Iterable[Square]:
        """The squares on which no queen can stand after the event."""
        return ()

    def restored(self, _: Event) -> Iterable[Square]:
        """The squares that are free again after the event."""
        return ()

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        """The paradigm's own state after the event, which had these lines before."""
        if not event.state:
            return before if self.keeps_state else ()
        return tuple(f"{name}: {_listed(value)}" for name, value in event.state.items())

    def not_checked(self, event: Event) -> str:
        """The part of the event that no check looks at; "" where there is none."""
        return self.unchecked if event.state else ""

    def check(self, board: CheckedBoard, event: Event) -> None:
        """Let the event happen on the board; raises FalseEventError where it is not true."""


class Column(EventType):
    """A column is entered: its rows will be tried."""

    kind, fields, may_have = Kind.COLUMN, ("column",), ("level",)
    own = ("domains", "options")
    text, shared = "enter column {column}", "enter a column"
    opens_node = keeps_state = True

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        if domains := event.state.get("domains"):
            return tuple(f"column {column}: {rows}" for column, rows in enumerate(domains))
        return super().state_lines(event, before)

    def check(self, board: CheckedBoard, event: Event) -> None:
        column = event.column or 0
        demand(column not in board.queens, "it already has a queen")
        board.entered = 0, column
        board.may_go_back |= not board.problem.rows(column)
        if event.state:
            options = len(board.open_squares(0, column))
            _check_state(event, domains=_domains(board), options=options)


class Try(EventType):
    """A row of the column is tried."""

    kind, fields = Kind.TRY, ("column", "row")
    text, shared = "try row {row} of column {column}", "try a row"
    tries = keeps_state = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        board.tried = _square(event)
        demand(board.tried in board.free, "the square is not free")
        board.demand_entered(board.tried)


class Conflict(EventType):
    """The row is in conflict with a queen. Where both stand, ``column`` has the newer one.

    With the line ``blocked``, a queen stands on a blocked square, and ``conflict_column`` is left
    out.
    """

    kind, fields = Kind.CONFLICT, ("column", "row", "conflict_line")
    may_have, own = ("conflict_column",), ("n", "c", "qp", "nr")
    shared = "conflict"
    tries = is_asked = True

    def sentence(self, event: Event) -> str:
        square = f"row {event.row} of column {event.column}"
        if event.conflict_line == BLOCKED:
            return f"{square}: the square is blocked"
        return (
            f"{square}: {event.conflict_line} conflict with the queen in column "
            f"{event.conflict_column}"
        )

    def check(self, board: CheckedBoard, event: Event) -> None:
        column, row = _square(event)
        stands = board.tried or board.queens.get(column) == row
        demand(stands, "its square was not tried, and has no queen")
        if event.conflict_line == BLOCKED:
            demand(
                event.conflict_column is None,
                "a conflict with a blocked square must not name a queen",
            )
            demand((column, row) in board.problem.blocked, "the square is not blocked")
        else:
            other = event.conflict_column
            demand(other in board.queens and other != column, f"no queen stands in column {other}")
            demand(
                event.conflict_line == board.line(column, row, other),
                "the two squares are not on that line",
            )
        board.may_go_back = True
        _check_lists(board, event, tried=row)


class Placed(EventType):
    """The row has no conflict, and its queen is placed."""

    kind, fields, own = Kind.PLACED, ("column", "row"), ("n", "c", "qp", "nr")
    text = "no conflict: place a queen in row {row} of column {column}"
    shared = "place a queen"
    decides = is_asked = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        column, row = _square(event)
        for other in board.queens:
            demand(not board.line(column, row, other), f"attacked from column {other}")
        _decide(board, event, is_queen=True)
        _check_lists(board, event, tried=-1)


class Backtrack(EventType):
    """The search is back in this column, whose queen, the last decision, is taken away."""

    kind, fields, may_have = Kind.BACKTRACK, ("column",), ("level",)
    own = ("n", "c", "qp", "nr")
    text, shared = "go back to column {column} and take its queen away", "go back"
    takes_back = is_asked = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        demand(board.decisions, "there is no decision to take back")
        demand(board.may_go_back, "there was no reason to go back")
        demand(
            board.decisions[-1][0] == event.column, "this column does not have the last decision"
        )
        for solution in board.left():
            raise FalseEventError(
                f"the solution {solution} is below this decision, but was not found"
            )
        _, tried, _ = board.decisions[-1]
        board.take_back(1)
        _check_lists(board, event, tried=tried)


class Solution(EventType):
    """All queens stand."""

    kind, fields = Kind.SOLUTION, ("number",)
    text, shared = "solution {number}: {queens}", "solution"
    keeps_state = is_asked = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        placement = tuple(-1 if row is None else row for row in event.queens)
        demand(placement in board.solutions, f"{placement} is no solution")
        demand(placement not in board.found, f"{placement} was found before")
        board.found.append(placement)
        demand(event.number == len(board.found), f"its number must be {len(board.found)}")
        board.may_go_back = True


class SearchEnd(EventType):
    """The space is exhausted. ``own`` has the engine's counters, where it has any."""

    kind, own, unchecked = Kind.END, None, "the engine's counters"
    text, shared = "end: every possibility has been tried", "end"
    ends = True

    def check(self, board: CheckedBoard, _: Event) -> None:
        for solution in board.solutions.difference(board.found):
            raise FalseEventError(f"{solution} was not found")
        if board.open_calls:
            raise FalseEventError(f"{board.open_calls[-1][1]} is still open")


class Stop(EventType):
    """The search stops before everything was tried: it looks for one solution, or gives up.

    Or nobody knows what a program of one's own has tried.
    """

    kind, own = Kind.STOP, None
    text = "the trace ends here"
    ends = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        n, stands = board.problem.n, event.queens in board.solutions
        has_begun = len(board.queens) == n or not all(map(board.problem.rows, range(n)))
        demand(has_begun, "the search has not begun")
        demand(
            not stands or event.queens in board.found,
            "the board is a solution that was not reported",
        )
        _check_state(event, moves=board.moves, boards=board.begun)


class Row(EventType):
    """A row is entered: its columns will be tried."""

    kind, fields, may_have, own = Kind.ROW, ("row",), ("level",), ("options",)
    text = "enter row {row}"
    opens_node = keeps_state = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        demand(event.row not in board.queens.values(), "it already has a queen")
        board.entered = 1, event.row or 0
        _check_state(event, options=len(board.open_squares(1, event.row or 0)))


class AnySquare(EventType):
    """The engine is about to decide about one square of its choice."""

    kind, may_have = Kind.SQUARE, ("level",)
    text = "choose a square"
    opens_node = True


class Decide(EventType):
    """A queen is placed without a reason (``queen`` is true), or decided against (false).

    Without ``queen`` the decision failed at once, and the engine does not tell which it was.
    """

    kind, fields, may_have = Kind.DECIDE, ("column", "row", "level"), ("queen",)
    own = ("covers",)
    decides = is_asked = True

    def sentence(self, event: Event) -> str:
        square = f"row {event.row} of column {event.column}"
        if event.queen is None:
            return f"decide about {square}: it fails at once"
        return f"decide: {'a' if event.queen else 'no'} queen in {square}"

    def meaning(self, event: Event) -> str:
        if event.queen is None:
            return ""
        return Placed.shared if event.queen else "decide against a queen"

    def removed(self, event: Event) -> Iterable[Square]:
        return () if event.queen is not False else (_square(event),)

    def not_checked(self, event: Event) -> str:
        return "the squares of failed decisions" if event.queen is None else ""

    def check(self, board: CheckedBoard, event: Event) -> None:
        _decide(board, event, is_queen=event.queen)
        _check_state(event, covers=_covered(_square(event)))


class Remove(EventType):
    """No queen can stand on these squares any more; ``rule`` says why."""

    kind, fields, may_have = Kind.REMOVE, ("squares", "rule"), ("conflict_column",)

    def sentence(self, event: Event) -> str:
        squares = _squares(event)
        if event.rule is Rule.TRIED:
            return f"already tried: {squares}"
        if event.rule is Rule.ATTACK:
            return f"the queen in column {event.conflict_column} removes {squares}"
        return f"the engine's clauses remove {squares}"

    def removed(self, event: Event) -> Iterable[Square]:
        return event.squares or ()

    def check(self, board: CheckedBoard, event: Event) -> None:
        demand(event.squares, "it names no squares")
        by = event.conflict_column
        demand(
            (by is None) is (event.rule is not Rule.ATTACK),
            "a removal must name a queen if it is an attack, and only then",
        )
        for column, row in event.squares or ():
            demand((column, row) in board.free, f"{column}:{row} is not free")
            demand(column not in board.queens, f"column {column} already has a queen")
            if event.rule is Rule.ATTACK:
                demand(by in board.queens, f"no queen stands in column {by}")
                demand(board.line(column, row, by), f"{column}:{row} is not attacked")
            else:
                demand(
                    event.rule in (Rule.LEARNED, Rule.TRIED), f"{event.rule} is not a valid reason"
                )
                for solution in board.left():
                    demand(
                        solution[column] != row,
                        f"the solution {solution} contradicts this, "
                        "and fits the queens on the board",
                    )
            if event.rule is Rule.TRIED:
                demand(board.last_taken_back == (column, row, True), "it was not tried just before")
            board.free.remove((column, row))


class Restore(EventType):
    """These squares are free again, after the ``backtrack`` or ``backjump`` that frees them."""

    kind, fields, may_have = Kind.RESTORE, ("squares",), ("conflict_column",)

    def sentence(self, event: Event) -> str:
        return f"free again: {_squares(event)}"

    def restored(self, event: Event) -> Iterable[Square]:
        return event.squares or ()

    def check(self, board: CheckedBoard, event: Event) -> None:
        squares, last = event.squares or (), board.last_taken_back
        demand(len({*squares}) == len(squares), "it names a square twice")
        demand(
            {*squares} == board.to_restore, f"the squares to restore are {sorted(board.to_restore)}"
        )
        if event.conflict_column is not None:
            demand(last and event.conflict_column == last[0], "a different queen was taken away")
        board.restore()


class Imply(EventType):
    """A queen must stand on this square, and from now on does; ``rule`` says why."""

    kind, fields, own = Kind.IMPLY, ("column", "row", "rule"), ("covers",)
    text = "a queen must stand in row {row} of column {column}: "
    shared, is_asked = "a queen must stand", True

    def sentence(self, event: Event) -> str:
        why = "this follows from the engine's clauses"
        if event.rule in (Rule.COLUMN, Rule.ROW):
            number = event.column if event.rule is Rule.COLUMN else event.row
            why = f"no other square is left in {event.rule} {number}"
        return super().sentence(event) + why

    def check(self, board: CheckedBoard, event: Event) -> None:
        column, row = _square(event)
        demand(column not in board.queens, "the column already has a queen")
        demand((column, row) in board.free, "the square is not free")
        if event.rule in (Rule.COLUMN, Rule.ROW):
            line = 0 if event.rule is Rule.COLUMN else 1
            left = board.open_squares(line, (column, row)[line])
            demand(
                left == [(column, row)], f"the squares left in the {event.rule} are {sorted(left)}"
            )
        else:
            demand(event.rule is Rule.LEARNED, f"{event.rule} is not a valid reason")
            for solution in board.left():
                demand(
                    solution[column] == row,
                    f"the solution {solution} contradicts this, and fits the queens on the board",
                )
        board.queens[column] = row
        _check_state(event, covers=_covered((column, row)))


class Wipeout(EventType):
    """No square is left for the queen of this ``column``, or of this ``row``.

    Without either, the engine has found a contradiction in its clauses and does not say where.
    """

    kind, may_have = Kind.WIPEOUT, ("column", "row")
    shared, is_asked = "wipe-out", True

    def sentence(self, event: Event) -> str:
        if event.column is not None:
            return f"no row is left for column {event.column}"
        if event.row is not None:
            return f"no column is left for row {event.row}"
        return "a contradiction"

    def check(self, board: CheckedBoard, event: Event) -> None:
        demand(
            event.column is None or event.row is None, "it must name a column or a row, not both"
        )
        if event.column is not None:
            demand(event.column not in board.queens, "the column has a queen")
            squares = board.open_squares(0, event.column)
            demand(not squares, f"the squares {squares} are left")
        elif event.row is not None:
            demand(event.row not in board.queens.values(), "the row has a queen")
            squares = board.open_squares(1, event.row)
            demand(not squares, f"the squares {squares} are left")
        else:
            known = board.decisions[-1][2] if board.decisions else None
            left = [
                [*board.left(unknown=is_queen)][:1]
                for is_queen in (True, False)
                if known in (None, is_queen)
            ]
            demand([] in left, f"{left} agree with what stands")
        board.may_go_back = True


class Backjump(EventType):
    """The last ``levels`` decisions are taken back at once, and ``level`` of them still stand."""

    kind, fields = Kind.BACKJUMP, ("level", "levels")
    shared = Backtrack.shared
    takes_back = is_asked = True

    def sentence(self, event: Event) -> str:
        taken = "decision" if event.levels == 1 else f"{event.levels} decisions"
        return f"take back the last {taken}; {event.level} left"

    def check(self, board: CheckedBoard, event: Event) -> None:
        levels = event.levels or 0
        demand(1 <= levels <= len(board.decisions), "there are not that many decisions")
        board.take_back(levels)


class Learn(EventType):
    """From now on one literal of this ``clause`` has to hold."""

    kind, fields = Kind.LEARN, ("clause", "rule")

    def sentence(self, event: Event) -> str:
        parts = [f"{'a' if queen else 'no'} queen on {c}:{r}" for c, r, queen in event.clause or ()]
        clause = ", or ".join(parts) or "no solution is left"
        if event.rule is Rule.FOUND:
            return f"so that this solution is not found again: {clause}"
        return f"learned: {clause}"

    def check(self, board: CheckedBoard, event: Event) -> None:
        demand(event.rule in (Rule.LEARNED, Rule.FOUND), f"{event.rule} is not a valid reason")
        clause = event.clause or ()
        if event.rule is Rule.FOUND:
            just_found = board.found and not _holds(clause, board.found[-1])
            demand(just_found, "this solution was not just found")
        for solution in board.solutions.difference(board.found):
            demand(
                _holds(clause, solution), f"it excludes {solution}, which has not been found yet"
            )


class Begin(EventType):
    """Local search: queens are placed in all columns, wherever that is."""

    kind, own = Kind.BEGIN, ("conflicts",)
    text = "begin with {queens}; conflicts: {own[conflicts]}"

    def check(self, board: CheckedBoard, event: Event) -> None:
        board.queens = {c: row for c, row in enumerate(event.queens) if row is not None}
        demand(len(board.queens) == board.problem.n, "some column has no queen")
        for column, row in board.queens.items():
            demand(row in board.problem.rows(column), f"{column}:{row} is blocked")
        board.begun += 1
        _check_state(event, conflicts=board.pairs())


class Move(EventType):
    """Local search: the queen of this column moves to this row.

    With the rule ``fewest`` she was attacked, and fewest queens attack her there.
    """

    kind, fields, may_have = Kind.MOVE, ("column", "row"), ("rule",)
    own = ("conflicts",)
    text = "move the queen of column {column} to row {row}; conflicts: {own[conflicts]}"
    opens_node = tries = True

    def check(self, board: CheckedBoard, event: Event) -> None:
        column, row = _square(event)
        demand(column in board.queens, "no queen stands there")
        demand(row in board.problem.rows(column), "the square is blocked")
        if event.rule is not None:
            demand(event.rule is Rule.FEWEST, f"{event.rule} is not a valid reason")
            demand(board.conflicts(column, board.queens[column]), "its queen was not attacked")
            fewest = min(board.conflicts(column, other) for other in board.problem.rows(column))
            demand(
                board.conflicts(column, row) == fewest, f"another row has only {fewest} conflicts"
            )
        board.queens[column] = row
        board.moves += 1
        _check_state(event, conflicts=board.pairs())


class Port(EventType):
    """Prolog: a goal is called, exits, is redone or fails."""

    kind, own = Kind.PORT, ("port", "depth", "goal")
    unchecked = "the arguments of goals"
    text = "{own[port]} ({own[depth]}) {own[goal]}"
    is_aside = True

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        return _open_calls(
            event, before, event.state["goal"], begins=event.state["port"] in _BEGINS
        )

    def check(self, board: CheckedBoard, event: Event) -> None:
        port, goal = event.state["port"], event.state["goal"]
        demand(port in (*_BEGINS, "exit", "fail"), f"{port} is not a port")
        box = event.state["depth"], str(goal).split("(")[0]
        if port in _BEGINS:
            around = len(board.open_calls)
            demand(box[0] == around + 1, f"{around} goals are open around it")
            board.open_calls.append(box)
        else:
            demand(board.open_calls and board.open_calls.pop() == box, f"{goal} is not open")


class Call(EventType):
    """A program of one's own: a function is called or resumed, yields or returns."""

    kind, own = Kind.CALL, ("what", "depth", "call", "value")
    unchecked = "the text of calls"
    is_aside = True

    def sentence(self, event: Event) -> str:
        value = f": {event.state['value']}" if "value" in event.state else ""
        return f"{event.state['what']} {event.state['call']}{value}"

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        return _open_calls(
            event, before, event.state["call"], begins=event.state["what"] in _BEGINS
        )

    def check(self, board: CheckedBoard, event: Event) -> None:
        what, depth = event.state["what"], event.state["depth"]
        demand(what in (*_BEGINS, "return", "yield", "raise"), f"{what} is not a step of a call")
        if what not in _BEGINS:
            demand(board.open_calls, "no call is open")
            board.open_calls.pop()
        demand(depth == len(board.open_calls), f"{len(board.open_calls)} calls are open around it")
        if what in _BEGINS:
            board.open_calls.append((depth, event.state["call"]))


class Enter(EventType):
    """SICP: queen-cols k begins."""

    kind, own = Kind.ENTER, ("k", "depth")
    text = "call queen-cols {own[k]}"

    def state_lines(self, _: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        return before

    def check(self, board: CheckedBoard, event: Event) -> None:
        depth = len(board.open_calls)
        _check_state(event, depth=depth, k=board.problem.n - depth)
        board.is_by_levels = True
        board.open_calls.append((event.state["depth"], f"queen-cols {event.state['k']}"))


class Leave(EventType):
    """SICP: queen-cols k ends.

    ``own`` has its boards, as the text writes them and as placements.
    """

    kind, own = Kind.LEAVE, ("k", "depth", "boards", "placements")
    unchecked = "boards in the notation of the course text"

    def sentence(self, event: Event) -> str:
        boards = event.state["boards"]
        number = f"{len(boards)} board{'' if len(boards) == 1 else 's'}"
        return "\n".join([f"queen-cols {event.state['k']} returns {number}", *boards])

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        boards = event.state["boards"]
        return (*before, f"k = {event.state['k']}: {len(boards)}", " ".join(boards))

    def check(self, board: CheckedBoard, event: Event) -> None:
        k, placements = event.state["k"], [tuple(rows) for rows in event.state["placements"]]
        demand(
            len(event.state["boards"]) == len(placements),
            "its numbers of boards and placements differ",
        )
        call = event.state["depth"], f"queen-cols {k}"
        demand(board.open_calls and board.open_calls.pop() == call, f"queen-cols {k} is not open")
        is_right = len(placements) == len({*placements}) and {*placements} == board.boards(k)
        demand(is_right, f"these are not all the boards of {k} columns")


class Level(EventType):
    """All boards of the first k columns are there at once.

    ``own`` has k and the placements, and perhaps the nodes of the diagram that holds them.
    """

    kind, own, unchecked = Kind.LEVEL, ("k", "placements", "nodes"), "the nodes of diagrams"

    def sentence(self, event: Event) -> str:
        number, k = len(event.state["placements"]), event.state["k"]
        text = f"{number} board{'' if number == 1 else 's'} of {k} column{'' if k == 1 else 's'}"
        nodes = event.state.get("nodes")
        return text if nodes is None else f"{text} in {nodes} nodes"

    def state_lines(self, event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
        return (*before, self.sentence(event))

    def check(self, board: CheckedBoard, event: Event) -> None:
        board.is_by_levels = True
        k, placements = event.state["k"], [tuple(rows) for rows in event.state["placements"]]
        is_right = len(placements) == len({*placements}) and {*placements} == board.boards(k)
        demand(is_right, f"these are not all the boards of {k} columns")


EVENT_TABLE: Mapping[Kind, EventType] = {row.kind: row() for row in EventType.__subclasses__()}
"""The row of each kind."""


def sentence(event: Event) -> str:
    """The event in a few words."""
    return EVENT_TABLE[event.kind].sentence(event)


BLOCKED = "blocked"
"""The ``conflict_line`` of a queen that stands on a blocked square."""

_BEGINS = ("call", "redo", "resume")
"""The calls, and the ports of Prolog, that begin or go on."""


def _square(event: Event) -> Square:
    if event.column is None or event.row is None:
        raise FalseEventError("it must name a square")
    return event.column, event.row


def _squares(event: Event) -> str:
    return " ".join(f"{column}:{row}" for column, row in event.squares or ())


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _open_calls(
    event: Event, before: tuple[str, ...], call: str, *, begins: bool
) -> tuple[str, ...]:
    depth = event.state["depth"]
    around = before[: depth - 1 if event.kind is Kind.PORT else depth]
    return (*around, "  " * len(around) + call) if begins else around


def _decide(board: CheckedBoard, event: Event, *, is_queen: bool | None) -> None:
    column, row = _square(event)
    is_free = (column, row) in board.free
    demand(is_free or (column, row) in board.problem.blocked, "the square is not free")
    demand(column not in board.queens, "the column already has a queen")
    board.demand_entered((column, row))
    board.decide((column, row, is_queen))


def _holds(clause: Iterable[Literal], placement: Placement) -> bool:
    return any((placement[column] == row) is queen for column, row, queen in clause)


def _check_state(event: Event, **wanted: object) -> None:
    """The own state of the event, as far as it has one, says this."""
    for name, value in event.state.items():
        demand(value == wanted[name], f"own.{name} must be {wanted[name]}")


def _check_lists(board: CheckedBoard, event: Event, *, tried: int) -> None:
    """The lists of COMP 333: the queens, and the next row to try in each column so far."""
    if not event.state:
        return
    c = len(event.queens)
    rows = [board.next_row(c, tried if c < board.problem.n else -1)]
    rows += [board.next_row(column, board.queens[column]) for column in reversed(range(c))]
    queens = [board.queens[column] for column in reversed(range(c))]
    _check_state(event, n=board.problem.n, c=c, qp=_scheme(queens), nr=_scheme(rows))


def _scheme(rows: Iterable[int]) -> str:
    return f"({' '.join(map(str, rows))})"


def _covered(square: Square) -> list[str]:
    """The names of the items that an option of exact cover covers."""
    column, row = square
    sums = (column, row, column + row, column - row)
    names = ("column", "row", "sum", "difference")
    return [f"{name} {number}" for name, number in zip(names, sums, strict=True)]


def _domains(board: CheckedBoard) -> list[str]:
    r"""What is left of each column, as Prolog writes it: ``0..2\\/4``, or the row of its queen."""
    texts = []
    for column in range(board.problem.n):
        rows = sorted(row for _, row in board.open_squares(0, column)) or [board.queens[column]]
        starts = [row for row in rows if row - 1 not in rows]
        ends = [row for row in rows if row + 1 not in rows]
        pairs = zip(starts, ends, strict=True)
        texts.append("\\/".join(f"{a}..{b}" if a < b else str(a) for a, b in pairs))
    return texts
