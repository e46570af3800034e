"""Streams: a list whose rest is a promise, so that all solutions are one value.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, exercise 2.42,
with the stream operations of sections 3.5 and 4.4.4, which keep their names. D. Turner, *Recursion
Equations as a Programming Language* (1982), makes a lazy list of all solutions in the same way;
P. Wadler, *How to Replace Failure by a List of Successes* (1985), names this method in his title.

The program differs from the book in three points. The book's stream-flatmap interleaves its
streams; here one stream follows another. The book's procedures make tail calls; Python needs a
loop. The book keeps the value of a promise (memo-proc); here each promise is forced only once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from solvers.interface import Backend, Placement, Problem


class Pair(NamedTuple):
    """``(cons-stream car cdr)``: the first item, and a promise of the others."""

    car: Any
    cdr: Callable[[], "Stream"]


Stream: TypeAlias = "Pair | None"
"""None is the-empty-stream."""


def stream(items: Sequence[Any]) -> Stream:
    """A stream of these items."""
    return Pair(items[0], lambda: stream(items[1:])) if items else None


def stream_map(proc: Callable[[Any], Any], s: Stream) -> Stream:
    """The results of proc for each item."""
    return Pair(proc(s.car), lambda: stream_map(proc, s.cdr())) if s else None


def stream_filter(pred: Callable[[Any], bool], s: Stream) -> Stream:
    """The items for which pred holds."""
    while s and not pred(s.car):
        s = s.cdr()
    return Pair(s.car, lambda: stream_filter(pred, s.cdr())) if s else None


def stream_append_delayed(s1: Stream, delayed_s2: Callable[[], Stream]) -> Stream:
    """The items of a stream, then those of a stream that is a promise."""
    return Pair(s1.car, lambda: stream_append_delayed(s1.cdr(), delayed_s2)) if s1 else delayed_s2()


def stream_flatmap(proc: Callable[[Any], Stream], s: Stream) -> Stream:
    """The items of the streams that proc gives, one stream after another."""
    while s and not (first := proc(s.car)):
        s = s.cdr()
    return stream_append_delayed(first, lambda: stream_flatmap(proc, s.cdr())) if s else None


def is_safe(positions: Placement) -> bool:
    """Whether the newest queen, the last one, is attacked by none of the others."""
    *queens, row = positions
    return all(abs(row - queens[c]) not in (0, len(queens) - c) for c in range(len(queens)))


def queens(domains: Sequence[Sequence[int]], work: Counter[str]) -> Stream:
    """The stream of all solutions; as in the book, but with the rows that each column allows."""

    def queen_cols(k: int) -> Stream:
        if k == 0:
            return stream([()])

        def in_each_row(rest_of_queens: Placement) -> Stream:
            def adjoin_position(new_row: int) -> Placement:
                work["row_tries"] += 1
                return (*rest_of_queens, new_row)

            return stream_map(adjoin_position, stream(domains[k - 1]))

        return stream_filter(is_safe, stream_flatmap(in_each_row, queen_cols(k - 1)))

    return queen_cols(len(domains))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Force the stream of all solutions, which come in lexicographic order."""
    solutions = queens(problem.domains, work)
    while solutions:
        yield solutions.car
        solutions = solutions.cdr()


BACKEND = Backend(
    name="streams",
    paradigm="streams",
    group="scheme",
    solve=solve,
    practical_n_first=20,
    idea="The rest of each list is a promise. Boards are mapped, joined and filtered as if all "
    "existed, but each is computed when it is needed.",
    searches="the program, as far as somebody asks",
    undoes="nobody: no board is ever changed",
    knows="the safe boards computed so far",
)
