"""clingcon: answer sets with integers, whose constraints are checked while clingo searches.

Source: M. Banbara, B. Kaufmann, M. Ostrowski and T. Schaub, *Clingcon: the next generation* (2017).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from solvers.adapters.one_model import Term, engine_backend
from solvers.interface import Goal


class Clingcon:
    def __init__(self) -> None:
        self.statements: list[str] = []

    def integer(self, values: Sequence[int]) -> str:
        name = f"x({len(self.statements)})"
        self.statements.append(f"&dom {{ {'; '.join(map(str, values))} }} = {name}.")
        return name

    def all_different(self, terms: Sequence[Term]) -> None:
        sums = "; ".join(f"{name} + {number}" for name, number in terms)
        self.statements.append(f"&distinct {{ {sums} }}.")

    def text(self) -> str:
        return "\n".join(self.statements)

    def solutions(
        self, rows: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        from clingcon import ClingconTheory
        from clingo import Control
        from clingo.ast import ProgramBuilder, parse_string

        control, theory = Control(["0"]), ClingconTheory()
        theory.register(control)
        with ProgramBuilder(control) as builder:
            parse_string(self.text(), lambda each: theory.rewrite_ast(each, builder.add))
        control.ground([("base", [])])
        theory.prepare(control)
        with control.solve(yield_=True) as search:
            for model in search:
                theory.on_model(model)
                values = {str(name): value for name, value in theory.assignment(model.thread_id)}
                yield [values[name] for name in rows]
            if not search.get().exhausted:
                raise RuntimeError("clingcon stopped before the end")
        statistics = control.statistics["solving"]["solvers"]
        work.update({name: int(statistics[name]) for name in ("choices", "conflicts")})


BACKEND = engine_backend(
    "clingcon", Clingcon, package="clingcon", licence="MIT", reads="lp",
    tool=("python", "-m", "clingcon", "{file}", "0"),
    practical_n=11, practical_n_first=100,
    knows="the rows left, and learned clauses",
    idea="gives integers to clingo's answer sets, and learns from their conflicts",
)  # fmt: skip
