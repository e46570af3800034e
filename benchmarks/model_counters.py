"""Let model counters count all solutions, and write results/model-counters.md.

A counter gives a number and no solutions, so the referee can hold nothing but the number against
the known one. It therefore has no row among the engines.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from benchmarks.candidate import HERE
from benchmarks.formulations import FORMULATIONS, AskedAgain, squares
from benchmarks.machine import conditions, tell
from benchmarks.tables import table
from solvers.lazy import metadata
from solvers.output.messages import duration
from solvers.puzzle.problem import KNOWN_COUNTS, Problem

REPEATS, SIZES, LONGEST = 5, range(4, 13), 5.0
"""A size is asked if the one before took at most so many seconds."""


class ModelCounter(AskedAgain):
    """The clauses of a board: variables are numbered from 1, and -v is the negation of v."""

    def __init__(self) -> None:
        self.variables, self.clauses = 0, list[Sequence[int]]()

    def boolean(self) -> int:
        self.variables += 1
        return self.variables

    def unlike(self, variable: Any, value: int) -> Any:
        return -variable if value else variable

    def clause(self, literals: Sequence[Any]) -> None:
        self.clauses.append([*literals])

    def number(self) -> int:
        """The number of assignments for which all clauses hold."""
        raise NotImplementedError

    def dimacs(self) -> str:
        """The clauses in the format DIMACS."""
        lines = (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return "\n".join((f"p cnf {self.variables} {len(self.clauses)}", *lines, ""))


class Ganak(ModelCounter):
    """Ganak, which counts the parts of the formula by a search, and keeps their numbers."""

    def number(self) -> int:
        from pyganak import Counter

        counter = Counter()
        counter.new_vars(self.variables)
        counter.add_clauses(self.clauses)
        return int(counter.count())


class SentenceDiagram(ModelCounter):
    """The SDD package, which compiles the formula into a sentential decision diagram."""

    def number(self) -> int:
        from pysdd.sdd import SddManager

        _, diagram = SddManager.from_cnf_string(self.dimacs(), b"right")
        return int(diagram.global_model_count())


COUNTERS: dict[str, Callable[[], Any]] = {"pyganak": Ganak, "pysdd": SentenceDiagram}
"""By the package that has it."""


def counted(counter: Callable[[], Any], n: int) -> tuple[int, float]:
    """The number of solutions for n queens, and the seconds that it took, posting included."""
    start = time.perf_counter()
    asked = counter()
    squares(asked, Problem(n))
    return asked.number(), time.perf_counter() - start


def main() -> None:
    """Measure, and write the table; raises RuntimeError if a number is wrong."""
    lines = []
    for package, counter in COUNTERS.items():
        cells: list[str] = []
        for n in SIZES:
            runs = [counted(counter, n) for _ in range(REPEATS)]
            seconds = sorted(each for _, each in runs)
            if {number for number, _ in runs} != {KNOWN_COUNTS[n]}:
                raise RuntimeError(f"{package} counts {runs[0][0]} solutions for {n} queens")
            spread = (seconds[-1] - seconds[0]) / 2 / median(seconds)
            cells.append(f"{duration(median(seconds))} ± {spread:.0%}")
            tell(f"{package}, n = {n}: {cells[-1]}")
            if median(seconds) > LONGEST:
                break
        rest = ["-"] * (len(SIZES) - len(cells))
        lines.append((f"{package} {metadata.version(package)}", *cells, *rest))
    text = [
        "# Model counters", "",
        f"{conditions()} Each size {REPEATS} times: the median, and half the distance from the "
        "fastest to the slowest run. Each number was the known one. A larger n is asked if the one "
        f"before took at most {LONGEST:g} s.", "",
        f"Squares: {FORMULATIONS['squares'].words}. Each column and row is a clause, "
        "and each two squares of a line are one.", "",
        *table(("counter", *(f"n = {n}" for n in SIZES)), lines, len(SIZES)),
    ]  # fmt: skip
    (HERE / "results" / "model-counters.md").write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
