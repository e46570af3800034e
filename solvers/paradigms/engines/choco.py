"""Choco, a constraint engine in Java, which its Python package ships as a native library.

Source: C. Prud'homme and J.-G. Fages, *Choco-solver* (2022), and the interface of ``pychoco``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from solvers.adapters.one_model import Term, engine_backend
from solvers.interface import Goal


class Choco:
    def __init__(self) -> None:
        from pychoco import Model

        self.model = Model()

    def integer(self, values: Sequence[int]) -> Any:
        return self.model.intvar([*values])

    def all_different(self, terms: Sequence[Term]) -> None:
        self.model.all_different([self.model.int_offset_view(*term) for term in terms]).post()

    def solutions(
        self, rows: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        solver = self.model.get_solver()
        solver.set_min_dom_lb_search(*rows)  # the column with the fewest rows left
        while solver.solve():
            yield [row.get_value() for row in rows]
        work.update(backtracks=solver.get_backtrack_count(), fails=solver.get_fail_count())


BACKEND = engine_backend(
    "choco", Choco, label="Choco", package="pychoco", module="pychoco", licence="BSD",
    practical_n=13, practical_n_first=200,
    idea="keeps the values that some arrangement of all the others allows, and branches",
)  # fmt: skip
