"""How COMP 333's nc unfolds into a conjunction of nc-1 tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.paradigms.backtracking import nc_1


def lines(v: int, p: Sequence[int]) -> Iterator[str]:
    """Unfold (nc v p) as the text lays it out, then say what each test and the whole gives."""
    listed = f"'({' '.join(map(str, p))})"
    yield f"(nc {v} {listed})"
    yield f"=> (nc-h {v} {listed} 1)"
    tests = [
        f"(nc-1 {v} {row} {distance}) ; distance between {v} and {row} is {distance}"
        for distance, row in enumerate(p, 1)
    ]
    yield "    => (AND " + "\n            ".join(tests)
    yield "          )"
    results = [nc_1(v, row, distance) for distance, row in enumerate(p, 1)]
    yield f"    => (AND{''.join(' ' + _scheme(result) for result in results)})"
    yield f"=> {_scheme(all(results))}"
    for (distance, row), free in zip(enumerate(p, 1), results, strict=True):
        if not free:
            why = "one row" if row == v else f"{abs(row - v)} rows and {distance} columns apart"
            yield f"; {v} and {row} are in conflict: {why}"


def _scheme(value: bool) -> str:  # noqa: FBT001  # the value itself
    return "#t" if value else "#f"
