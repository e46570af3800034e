"""N queens, two backends, and a referee that finds the wrong one: python sitting.py [N]"""

import multiprocessing
import sys
from collections import Counter
from dataclasses import dataclass

SECONDS = 20


@dataclass(frozen=True)
class Problem:
    n: int
    blocked: frozenset = frozenset()

    @property
    def domains(self):
        """The rows that are allowed in each column."""
        return [
            [row for row in range(self.n) if (column, row) not in self.blocked]
            for column in range(self.n)
        ]


def recursion(problem, rows=()):
    """Place a queen in the next column, in each row that no queen attacks."""
    column = len(rows)
    if column == problem.n:
        yield rows
        return
    for row in problem.domains[column]:
        if all(row != other and abs(row - other) != column - at for at, other in enumerate(rows)):
            yield from recursion(problem, (*rows, row))


def mirror(problem):
    """Search one half of the boards, and mirror each solution. (There is a mistake in it.)"""
    for first in problem.domains[0]:
        if first < problem.n // 2:
            for rows in recursion(problem, (first,)):
                yield rows
                yield rows[::-1]  # should be: tuple(problem.n - 1 - row for row in rows)


BACKENDS = {"recursion": recursion, "mirror": mirror}


@dataclass(frozen=True)
class Run:
    backend: str
    status: str
    solutions: tuple = ()


def collected(name, problem):
    solve = BACKENDS[name]
    return tuple(solve(problem))


def run(name, problem):
    """The run of one backend in a process of its own."""
    with multiprocessing.Pool(1) as pool:
        try:
            found = pool.apply_async(collected, (name, problem)).get(SECONDS)
        except multiprocessing.TimeoutError:
            return Run(name, "time-limit")
        except Exception as error:
            return Run(name, f"crashed ({type(error).__name__})")
    return Run(name, "complete", found)


def fault(problem, rows):
    """What is wrong with one solution, or None."""
    if len(rows) != problem.n or any(row not in range(problem.n) for row in rows):
        return "malformed"
    for right, row in enumerate(rows):
        if any(attacks(left, rows[left], right, row) for left in range(right)):
            return "invalid"
        if (right, row) in problem.blocked:
            return "not allowed"
    return None


def attacks(left, row, right, other):
    return row == other or abs(row - other) == right - left


def proven(problem, placed=()):
    """All solutions: every square gets a queen, or is attacked, or is blocked."""
    column = len(placed)
    if column == problem.n:
        return {placed}
    found = set()
    for row in range(problem.n):
        attacked = any(attacks(at, placed[at], column, row) for at in range(column))
        if not attacked and (column, row) not in problem.blocked:
            found |= proven(problem, (*placed, row))
    return found


def judged(problem, one, expected):
    """The faults of a run, each with an example."""
    times = Counter(one.solutions)
    faults = {}
    for rows in times:
        if kind := fault(problem, rows):
            faults.setdefault(kind, []).append(rows)
    if one.status == "complete":
        faults["missing"] = sorted(expected - times.keys())
    faults["duplicates"] = sorted(rows for rows, count in times.items() if count > 1)
    return {kind: boards for kind, boards in faults.items() if boards}


def main():
    problem = Problem(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
    expected = proven(problem)
    right, wrong, unfinished = [], [], []
    for name in BACKENDS:
        one = run(name, problem)
        faults = judged(problem, one, expected)
        verdict = "correct" if one.status == "complete" else "partial"
        if faults:
            example = next(iter(faults.values()))[0]
            counts = ", ".join(f"{len(boards)} {kind}" for kind, boards in faults.items())
            verdict = f"wrong: {counts}, for example {example}"
        print(f"{name:9}  {one.status}  {len(one.solutions)} solutions: {verdict}")
        (wrong if faults else right if one.status == "complete" else unfinished).append(name)
    if wrong:
        print(f"different: wrong is {', '.join(wrong)}; right is {', '.join(right) or 'none'}")
        return 1
    if unfinished:
        print("incomplete: nothing is wrong, but not all have finished")
        return 3
    print(f"identical: all found the same {len(expected)} solutions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
