"""Write the boards of instances/: small ones with blocked and given squares, for other solvers.

ABOUT, which becomes their README.md, describes the files.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from benchmarks.candidate import HERE
from benchmarks.formulations import squares
from benchmarks.model_counters import ModelCounter
from solvers.errors import ProblemError
from solvers.output.model_files import MODEL, minizinc_data
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, with_given
from solvers.referee.certificate import known_solutions

ABOUT = """# Boards to test a solver with

20 small boards of n queens with blocked squares and given queens. Each is there as MiniZinc data
(`.dzn`, for `queens.mzn`), as clauses (`.cnf`, DIMACS) and as sums of 0 and 1 (`.opb`). Variable
column · n + row + 1 (`x1`, `x2`, ... in OPB) is true if a queen stands on the square; columns and
rows count from 0.

`expected.csv` has the number of solutions of each board and their digest. To compute the digest,
write each solution as a line with the row of each column, separated by spaces, sort the solutions
as lists of numbers, and take the SHA-256 of these lines, each with its line feed.
"""

FOLDER = HERE / "instances"
COUNT = 20


def boards() -> dict[str, Problem]:
    """The boards by name: blocked squares, given queens in any column, or both."""
    random = Random(20)  # noqa: S311  # the same boards every time
    found: dict[str, Problem] = {}
    while len(found) < COUNT:
        n = 4 + len(found) // 4
        squares = [(column, row) for column in range(n) for row in range(n)]
        given = random.sample(squares, random.choice((0, 1, 2)))
        blocked = {*random.sample(squares, random.choice((0, 2, n)))}.difference(given)
        try:
            board = with_given(n, given, sorted(blocked))
        except ProblemError:  # the queens attack each other
            continue
        if all(board.domains) and (given or blocked):
            found[f"queens-{n}-{len(found) % 4 + 1}"] = board
    return found


class Sums:
    """The sums of 0 and 1 of a board, for the format OPB, which has >= and = only."""

    def __init__(self) -> None:
        self.names, self.rows = list[str](), list[str]()

    def square(self, *, free: bool) -> str:
        """A square's variable; its sum is 0 if it is closed."""
        self.names.append(f"x{len(self.names) + 1}")
        self.rows += [] if free else [f"+1 {self.names[-1]} = 0 ;"]
        return self.names[-1]

    def one_of(self, line: Sequence[str], *, exactly: bool) -> None:
        """One of these is 1, or at most one."""
        sign, relation = ("+1", "= 1") if exactly else ("-1", ">= -1")
        self.rows.append(f"{' '.join(f'{sign} {name}' for name in line)} {relation} ;")

    def opb(self) -> str:
        """The text of the file."""
        head = f"* #variable= {len(self.names)} #constraint= {len(self.rows)}"
        return "\n".join((head, *self.rows, ""))


def digest_of(solutions: Iterable[Placement]) -> str:
    """The digest of a set of solutions."""
    lines = "".join(f"{' '.join(map(str, rows))}\n" for rows in sorted(solutions))
    return hashlib.sha256(lines.encode()).hexdigest()


def files() -> dict[str, str]:
    """The content of each file by its name."""
    expected = io.StringIO()
    writer = csv.writer(expected, lineterminator="\n")
    writer.writerow(["name", "n", "solutions", "sha256"])
    found = {"queens.mzn": MODEL, "README.md": ABOUT}
    for name, problem in boards().items():
        solutions = known_solutions(problem)
        writer.writerow([name, problem.n, len(solutions), digest_of(solutions)])
        clauses, sums = ModelCounter(), Sums()
        engines: tuple[Any, ...] = clauses, sums
        for engine in engines:
            squares(engine, problem)
        texts = {"dzn": minizinc_data(problem), "cnf": clauses.dimacs(), "opb": sums.opb()}
        found |= {f"{name}.{suffix}": text for suffix, text in texts.items()}
    return found | {"expected.csv": expected.getvalue()}


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
