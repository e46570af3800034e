"""Reads and writes a file of instances: JSON lines, each with a drawn board and its recipe."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from solvers.benchmark.generator import BoardKind, Recipe
from solvers.errors import UsageError
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.problem import Goal, Problem

SCHEMA = 1

FIELDS = {"schema", "board"}
"""The fields of every line."""

LONGEST_LINE = 1 << 20
"""The most characters of a line; the largest board needs a tenth of them."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A board, and its recipe; None if it was not generated."""

    problem: Problem
    recipe: Recipe | None = None

    @property
    def search_for_one(self) -> Problem:
        """The board with one solution as the goal."""
        return replace(self.problem, goal=Goal.FIRST)


Instances = Sequence[Instance]


def instances_digest(instances: Instances) -> str:
    """``sha256:...`` of the lines of the instances; kept runs store it to identify them."""
    lines = "".join(f"{line(instance)}\n" for instance in instances)
    return f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"


def line(instance: Instance) -> str:
    """The line of an instance, without its end."""
    made: dict[str, int | float] | None = None
    if recipe := instance.recipe:
        number = int if recipe.kind is BoardKind.GIVEN else float
        made = {recipe.kind: number(recipe.density), "seed": recipe.seed, "number": recipe.number}
    fields: dict[str, Any] = {
        "schema": SCHEMA,
        "board": draw_diagram(instance.problem).split(),
        "made": made,
    }
    return json.dumps(fields)


def read_instances(lines: Iterable[str]) -> list[Instance]:
    """The instances of a file; blank lines are skipped.

    Raises UsageError, with the number of the line, for a line that is not a board, and for a file
    without boards.
    """
    instances = []
    for number, text in enumerate(lines, 1):
        if text.strip():
            try:
                instances.append(_instance(text))
            except (UsageError, ValueError) as error:
                raise UsageError(f"line {number} of the boards: {error}") from None
    if not instances:
        raise UsageError("the file has no boards; make some with queens boards")
    return instances


def _instance(text: str) -> Instance:
    if len(text) > LONGEST_LINE:
        raise UsageError("the line is too long")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError("not JSON; make a file of boards with queens boards") from None
    if not isinstance(fields, dict) or not FIELDS <= fields.keys() <= FIELDS | {"made"}:
        raise UsageError('not an object with "schema", "board" and perhaps "made"')
    if fields["schema"] != SCHEMA:
        raise UsageError(
            f"the schema is {fields['schema']!r}, but this program reads only {SCHEMA}"
        )
    rows = fields["board"]
    if not isinstance(rows, list) or not all(isinstance(row, str) and row for row in rows):
        raise UsageError('"board" must be a list of strings, one per row')
    problem = read_diagram("\n".join(rows))
    if problem.n != len(rows):
        raise UsageError('"board" must be a list of strings, one per row')
    made = fields.get("made")
    return Instance(problem, None if made is None else _recipe(made))


def _recipe(made: object) -> Recipe:
    if not isinstance(made, dict) or len(made) != 3 or not {"seed", "number"} <= made.keys():
        raise UsageError('"made" must have "blocked" or "given", and also "seed" and "number"')
    if "given" in made:
        kind, density = BoardKind.GIVEN, Fraction(_whole(made, "given", 0))
    else:
        kind, share = BoardKind.BLOCKED, made.get("blocked")
        if not isinstance(share, int | float) or isinstance(share, bool) or not 0 <= share <= 1:
            raise UsageError(
                f"{share!r} is not a share of blocked squares; give a number from 0 to 1"
            )
        density = Fraction(repr(share))
    return Recipe(kind, density, _whole(made, "seed", 0), _whole(made, "number", 1))


def _whole(made: Mapping[str, Any], name: str, least: int) -> int:
    value = made[name]
    if type(value) is not int or value < least:
        raise UsageError(f'"{name}" is a whole number from {least}, not {value!r}')
    return value
