"""One model for many engines: all rows differ, and so do all sums and all differences.

An engine's page says how it declares a variable, how it posts an all-different constraint, and how
it gives its solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from solvers.interface import Backend, Goal, Placement, Problem, VersionOf

Term = tuple[Any, int]
"""A variable and a number that is added to it."""


class Engine(Protocol):
    """A model that is being built in an engine's own interface.

    No engine is given an empty domain or an empty list: some end their process then.
    """

    def integer(self, values: Sequence[int]) -> Any:
        """Declare a variable with these values, at least one."""

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post that these sums differ from each other."""

    def solutions(
        self, variables: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        """The values of the variables in each solution, each once; raises if it stops early."""


@dataclass(frozen=True, slots=True)
class OneModel:
    """The ``solve`` of an engine, which begins each model with ``engine()``."""

    engine: Callable[[], Engine]

    @property
    def folder(self) -> Path:
        """The folder of the engines' pages."""
        return Path(__file__).parents[1] / "paradigms" / "engines"

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield every solution as the engine finds it."""
        engine, rows = self._posted(problem)
        yield from map(tuple, engine.solutions(rows, problem.goal, work))

    def text(self, problem: Problem) -> str:
        """The model as the engine reads it from a file; "" if the engine has no such text."""
        engine, _ = self._posted(problem)
        text: str = getattr(engine, "text", str)()
        return text

    def _posted(self, problem: Problem) -> tuple[Engine, list[Any]]:
        """The engine with the model, and its variables."""
        engine = self.engine()
        rows = [engine.integer(allowed) for allowed in problem.domains]
        for step in (0, 1, -1):
            engine.all_different([(row, step * column) for column, row in enumerate(rows)])
        return engine, rows


def engine_backend(  # noqa: PLR0913  # the fields of the record that differ
    name: str,
    model: Callable[[], Engine],
    *,
    package: str,
    module: str = "",
    label: str = "",
    licence: str,
    practical_n: int,
    practical_n_first: int,
    idea: str,
    knows: str = "the rows left in each column",
    at_once: bool = False,
    through: str = "",
    reads: str = "",
    tool: tuple[str, ...] = (),
) -> Backend:
    """The record of an engine that ``pip install package`` installs, perhaps ``through`` another.

    ``label`` is the engine's own spelling of its name, and ``idea`` goes on after "which".
    """
    label = label or name
    return Backend(
        name=name,
        paradigm="constraint engine",
        group="engines",
        searches="the engine",
        undoes="the engine",
        knows=knows,
        untraced="the suite reads its solutions only, not its decisions",
        solve=OneModel(model),
        requires=(*filter(None, [through]), module or name),
        install=" ".join(filter(None, ["pip install", through, package])),
        version=VersionOf(package),
        at_once=at_once,
        program=f"{name}.py",
        reads=reads,
        tool=tool,
        practical_n=practical_n,
        practical_n_first=practical_n_first,
        idea=f"Three all-different constraints in {label} (licence: {licence}), which {idea}.",
    )
