"""Walk through a trace on the terminal: forward, backward, to the next solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from solvers.course.events import Event, Kind
from solvers.course.narration import describe
from solvers.report.board import draw_board


class Stepper(App[None]):
    """Shows one event at a time; events are taken from the trace as they are asked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n", "forward", "Forward", key_display="→"),
        Binding("left,p", "backward", "Backward", key_display="←"),
        ("s", "next_solution", "Next solution"),
        ("home,g", "first", "First"),
        ("q,escape", "quit", "Quit"),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, events: Iterator[Event], n: int, name: str) -> None:
        super().__init__(ansi_color=True)
        self.events, self.n, self.backend_name = events, n, name
        self.seen: list[Event] = []
        self.position = -1

    def compose(self) -> ComposeResult:
        """One area for the event, and the keys below it."""
        yield VerticalScroll(Static(id="event"))
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the first event."""
        self.action_forward()

    def action_forward(self) -> None:
        """Show the next event; at the end stay there."""
        self._go(self.position + 1)

    def action_backward(self) -> None:
        """Show the event before."""
        self._go(max(self.position - 1, 0))

    def action_first(self) -> None:
        """Show the first event."""
        self._go(0)

    def action_next_solution(self) -> None:
        """Show the next solution, or the end."""
        position = self.position + 1
        while (event := self._event(position)) and event.kind not in (Kind.SOLUTION, Kind.END):
            position += 1
        self._go(position)

    def _event(self, position: int) -> Event | None:
        while len(self.seen) <= position:
            event = next(self.events, None)
            if event is None:
                return None
            self.seen.append(event)
        return self.seen[position]

    def _go(self, position: int) -> None:
        event = self._event(position)
        if event is None:
            return
        self.position = position
        self.query_one("#event", Static).update(self.drawing())

    def drawing(self) -> Group:
        """What is shown now: where we are, what happened, the board."""
        event = self.seen[self.position]
        found = sum(one.kind is Kind.SOLUTION for one in self.seen[: self.position + 1])
        head = Text(
            f"{self.backend_name}, n = {self.n}   event {self.position + 1}   "
            f"depth {len(event.queens)}   solutions {found}"
        )
        attacking = () if event.conflict_column is None else (event.conflict_column,)
        tried = (
            (event.column, event.row)
            if event.kind in (Kind.TRY, Kind.CONFLICT)
            and event.column is not None
            and event.row is not None
            else None
        )
        board = draw_board(event.queens, attacking, n=self.n, tried=tried)
        return Group(head, Text(), Text(describe(event), "bold"), Text(), board)
