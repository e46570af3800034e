"""Bitwuzla, a solver for formulas about bit-vectors: a row is a number of ten bits.

Source: A. Niemetz and M. Preiner, *Bitwuzla* (2023). Sums and differences fit up to n = 256.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from solvers.adapters.one_model import Term, engine_backend
from solvers.interface import Goal

BITS = 10


class Bitwuzla:
    def __init__(self) -> None:
        import bitwuzla

        self.kind, self.result = bitwuzla.Kind, bitwuzla.Result
        self.terms, options = bitwuzla.TermManager(), bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        self.solver = bitwuzla.Bitwuzla(self.terms, options)
        self.sort = self.terms.mk_bv_sort(BITS)

    def number(self, value: int) -> Any:
        return self.terms.mk_bv_value(self.sort, value % 2**BITS)

    def formula(self, kind: Any, parts: Sequence[Any]) -> Any:
        return self.terms.mk_term(kind, [*parts]) if len(parts) > 1 else parts[0]

    def integer(self, values: Sequence[int]) -> Any:
        row = self.terms.mk_const(self.sort)
        equal = [self.formula(self.kind.EQUAL, [row, self.number(value)]) for value in values]
        self.solver.assert_formula(self.formula(self.kind.OR, equal))
        return row

    def all_different(self, terms: Sequence[Term]) -> None:
        if len(terms) > 1:
            sums = [self.terms.mk_term(self.kind.BV_ADD, [row, self.number(k)]) for row, k in terms]
            self.solver.assert_formula(self.formula(self.kind.DISTINCT, sums))

    def solutions(
        self, rows: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        while (result := self.solver.check_sat()) == self.result.SAT:
            work["solver_calls"] += 1
            values = [int(self.solver.get_value(row).value(10)) for row in rows]
            yield values
            pairs = zip(rows, map(self.number, values), strict=True)
            others = [self.formula(self.kind.DISTINCT, pair) for pair in pairs]
            self.solver.assert_formula(self.formula(self.kind.OR, others))
        if result != self.result.UNSAT:
            raise RuntimeError(f"Bitwuzla stopped before the end: {result}")


BACKEND = engine_backend(
    "bitwuzla", Bitwuzla, label="Bitwuzla", package="bitwuzla", licence="MIT",
    practical_n=10, practical_n_first=50,
    knows="what follows from given and learned clauses",
    idea="turns numbers of ten bits into clauses for a SAT solver",
)  # fmt: skip
