"""Walk through a trace on the terminal: forward, backward, to what is next, by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from solvers.output.boards import draw_board
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.events import sentence
from solvers.tracing.reasons import why_learned
from solvers.tracing.replay import Scene, Scenes

SECONDS_A_STEP = 0.6
"""How long a step is shown when the film runs by itself."""

HELP = """\
→, space, n   forward             s   to the next solution
←, p          backward            d   to the next dead end
home, g       to the first step   j   to a step (type its number, then Enter)
a             play, or stop
?             this help           q   quit

♛ a queen   [♛] the queen that attacks it   ? a row that is tried
× no queen can stand there   ■ a blocked square
"""  # noqa: RUF001  # a square's mark, no letter


class Stepper(App[None]):
    """Shows one event at a time; events are taken from the trace as they are asked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n", "forward", "Forward", key_display="→"),
        Binding("left,p", "backward", "Backward", key_display="←"),
        ("s", "next_solution", "Solution"),
        ("d", "next_dead_end", "Dead end"),
        ("j", "ask_step", "Jump"),
        ("a", "play", "Play"),
        ("home,g", "first", "First"),
        Binding("question_mark", "help", "Help", key_display="?"),
        ("q,escape", "quit", "Quit"),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, events: Iterator[Event], problem: Problem, name: str) -> None:
        super().__init__(ansi_color=True)
        self.scenes, self.problem, self.backend_name = Scenes(problem, events), problem, name
        self.position = 0
        self.shows_help = False
        self.player: Timer | None = None

    def compose(self) -> ComposeResult:
        """One area for the event, one to type a step into, and the keys below it."""
        yield VerticalScroll(Static(id="event"))
        yield Input(placeholder="step, then Enter", type="integer", id="step")
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the first event."""
        self._ask(asks=False)
        self._go(0)

    def action_forward(self) -> None:
        """Show the next event; at the end stay there."""
        self._go(self.position + 1)

    def action_backward(self) -> None:
        """Show the event before."""
        self._go(self.position - 1)

    def action_first(self) -> None:
        """Show the first event."""
        self._go(0)

    def action_next_solution(self) -> None:
        """Show the next solution, or the end."""
        self._go(self.scenes.after(self.position, self.scenes.is_solution))

    def action_next_dead_end(self) -> None:
        """Show the last event of the next decision that led nowhere, or the end."""
        self._go(self.scenes.after(self.position, self.scenes.is_dead_end))

    def action_ask_step(self) -> None:
        """Ask for the number of a step."""
        self._ask(asks=True)

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        """Go to the step whose number was typed; the first is 1."""
        self._ask(asks=False)
        if submitted.value.isdecimal():
            self._go(int(submitted.value) - 1)

    def action_play(self) -> None:
        """Go on by itself, or stop."""
        if self.player is None:
            self.player = self.set_interval(SECONDS_A_STEP, self.action_forward)
        else:
            self.player.stop()
            self.player = None
        self._draw()

    def action_help(self) -> None:
        """Show what the keys and marks mean, or no longer."""
        self.shows_help = not self.shows_help
        self._draw()

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        scene = self.scenes.at(self.position)
        if scene is None:
            raise IndexError("a film has at least its end")
        return scene

    def _ask(self, *, asks: bool) -> None:
        step = self.query_one("#step", Input)
        step.display, step.value = asks, ""
        if asks:
            step.focus()
        else:
            self.set_focus(None)

    def _go(self, position: int) -> None:
        self.position = self.scenes.last(max(position, 0))
        self._draw()

    def _draw(self) -> None:
        self.query_one("#event", Static).update(self.drawing())

    def drawing(self) -> Group:
        """What is shown now: where we are, what happened, the board."""
        scene = self.scene
        head = (
            f"{self.backend_name}, n = {self.problem.n}   step {self.position + 1}   "
            f"queens {sum(row is not None for row in scene.event.queens)}   "
            f"solutions {scene.solutions}"
        )
        if self.player is not None:
            head += "   playing (a: stop)"
        drawn = draw_scene(scene, self.problem, self.size.width)
        return Group(Text(head), Text(HELP if self.shows_help else ""), drawn)


WHY_LINES = 6
"""By how many lines the reasons of a clause may be longer than the board beside them."""

STATE_LINES = 4
"""How many lines of the terminal the state may take."""


def draw_scene(scene: Scene, problem: Problem, width: int) -> Group:
    """The event in bold, the state in the paradigm's own terms, then the board or boards."""
    event = scene.event
    parts: list[RenderableType] = [Text(sentence(event).splitlines()[0], "bold")]
    if "placements" in event.state:
        return Group(*parts, Text(), *draw_boards(event.state["placements"], problem.n, width))
    why = why_learned(problem, event, scene.learned)
    if scene.state and not why:
        state, most = "  ".join(line.strip() for line in scene.state), STATE_LINES * width
        parts.append(Text(state if len(state) <= most else f"{state[: most - 2]} …", "dim"))
    if event.kind is Kind.CALL:  # where its queens stand, only the program knows
        return Group(*parts)
    tried = scene.tried and (scene.tried.column or 0, scene.tried.row or 0)
    attacking = () if event.conflict_column is None else (event.conflict_column,)
    drawn = draw_board(
        event.queens,
        attacking,
        n=problem.n,
        attacked=scene.removed,
        blocked=problem.blocked,
        tried=tried,
    )
    board = Text.assemble(*drawn)
    if why:  # beside the board, so that both fit a small terminal
        most = WHY_LINES + problem.n
        if len(why) > most:
            why = [*why[: most - 1], "… (queens trace --explain prints all of it)"]
        beside = Table.grid(padding=(0, 3))
        beside.add_row(board, Text("\n".join(why), "dim", no_wrap=True, overflow="ellipsis"))
        return Group(*parts, Text(), beside)
    return Group(*parts, Text(), board)


def draw_boards(placements: Sequence[Placement], n: int, width: int) -> list[RenderableType]:
    """Small boards beside each other, as many as fit, one row of them below the other."""
    beside = max(width // (2 * n + 3), 1)
    rows: list[RenderableType] = []
    for start in range(0, len(placements), beside):
        some = placements[start : start + beside]
        lines = [
            "   ".join(
                " ".join("♛" if row == queen else "·" for queen in placement).ljust(2 * n - 1)
                for placement in some
            )
            for row in range(n)
        ]
        rows += [Text("\n".join(lines)), Text()]
    return rows
