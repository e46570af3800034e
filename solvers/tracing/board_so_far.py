"""The board so far of a program in Prolog: its accumulator, or an answer that is partly bound.

Both are read from the goals as the tracer shows them, in which a variable is ``_``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from solvers.grading.returned import Format, Shape
from solvers.grading.stepping import Step
from solvers.tracing.event import Queens

LIST, ITEM = re.compile(r"\[([^\[\]]*)\]"), re.compile(r"(?:[^,(]|\([^)]*\))+")
"""Match a list, and an item in it."""

Items = tuple[str, ...]


def boards_so_far(steps: Sequence[Step], n: int, known: Format | None) -> Callable[[Step], Queens]:
    """The function that gives the board of each of these steps, in this format.

    An accumulator is an argument whose list grows by one item per call, in front or at the end. At
    an exit, its whole list is also in another argument, as it is or turned around. Without such an
    exit, it is the only one that has had different lists of one length.
    """
    seen, in_front = defaultdict[str, set[Items]](set), dict[str, bool]()
    turned = dict[str, bool]()
    for step in steps:
        outer, exited = dict[str, Items](), dict(_lists(step.goal if step.port == "exit" else ""))
        for place, items in chain(*map(_lists, step.goals if step.port == "call" else ())):
            before = outer.get(place)
            if items and before in (items[1:], items[:-1]) and (before or place not in in_front):
                in_front[place] = items[1:] == before
            seen[place].add(items)
            outer[place] = items
        for place, items in exited.items():
            others = [other for at, other in exited.items() if at != place and len(other) == n]
            if items in others or items[::-1] in others:
                turned[place] = items not in others
    ending = [place for place in in_front if place in turned]
    tried = [place for place in in_front if len({*map(len, seen[place])}) < len(seen[place])]
    chosen = ending[:1] or (tried if len(tried) == 1 else [""])
    shown = known or _likely_format(" ".join(chain(*chain(*seen.values()))))

    def board(step: Step) -> Queens:
        inner = [items for at, items in chain(*map(_lists, step.goals)) if at == chosen[0]]
        for items in inner[-1:]:
            is_turned = turned.get(chosen[0], False)
            gap = ("_",) * (n - len(items) if in_front[chosen[0]] != is_turned else 0)
            return _queens(gap + (items[::-1] if is_turned else items), n, shown)
        outer = step.goals[0] if len(step.goals) == step.depth > 0 else ""
        partly = [items for _, items in _lists(outer) if len(items) == n and "_" in str(items)]
        return _queens(partly[0], n, shown) if partly else ()

    return board


def _likely_format(items: str) -> Format:
    """The format of the items, of which none is an answer."""
    base = 0 if re.search(r"\b0\b", items) else 1
    return Format(Shape.SQUARES if re.search(r"\d[^\d ]+\d", items) else Shape.ROWS, base=base)


def _lists(goal: str) -> Iterator[tuple[str, Items]]:
    """Each list among the arguments of a goal, with the name and the number of its argument."""
    for found in LIST.finditer(goal):
        before = LIST.sub("", goal[: found.start()])
        yield f"{before.partition('(')[0]} {before.count(',')}", tuple(ITEM.findall(found[1]))


def _queens(items: Items, n: int, shown: Format) -> Queens:
    """The row of each column up to the last queen; None for a column without one."""
    queens: list[int | None] = [None] * n
    for at, item in enumerate(items):
        numbers = [int(number) - shown.base for number in re.findall(r"\d{1,4}", item)]
        column, row = shown.column, 1 - shown.column
        if shown.shape is Shape.ROWS:
            numbers, column, row = [at, *numbers], 0, 1
        if len(numbers) == 2 and all(0 <= number < n for number in numbers):
            queens[numbers[column]] = numbers[row]
    while queens and queens[-1] is None:
        queens.pop()
    return tuple(queens)
