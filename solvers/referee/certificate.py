"""Certificates: a list of all solutions of a board, with a proof that needs no trust in a solver.

This module makes the content of a certificate, block by block; ``certificate_check.py`` reads and
checks it. The tokens follow a search through the columns from left to right: at each node, one
token per row of the next column. A token is the column of the first queen that attacks the square,
or BLOCKED, or PLACED; the tokens of the node with this new queen follow PLACED. In the last
columns, NumPy computes all nodes of a level at once. No backend takes part.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from solvers.errors import CertificateError, ContradictionError, UsageError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import MAX_N, Packed, Placement, digest, empty, from_bytes
from solvers.puzzle.problem import Goal, Problem, attacked
from solvers.referee.certificate_check import BLOCKED, PLACED, check_certificate, unpacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIECE_TOKENS = 1 << 22
"""The most tokens that are made at once; they take some hundred MiB of memory."""


class TokenBlock(NamedTuple):
    """Consecutive tokens, and the solutions that they prove, in order, shape (count, n)."""

    tokens: Packed
    solutions: Packed


def token_blocks(problem: Problem) -> Iterator[TokenBlock]:
    """All tokens below the prefix of a board, in order, in blocks of at most PIECE_TOKENS."""
    if made := make_tokens(problem, PIECE_TOKENS):
        yield made
        return
    (tokens,) = start(problem).tokens(problem)
    begin = 0
    for row in np.nonzero(tokens == PLACED)[0].tolist():
        yield TokenBlock(tokens[begin : row + 1], empty(problem.n))
        yield from token_blocks(problem.with_prefix((*problem.prefix, row)))
        begin = row + 1
    yield TokenBlock(tokens[begin:], empty(problem.n))


def make_tokens(problem: Problem, most: int) -> TokenBlock | None:
    """All tokens below the prefix of a board; None if they are more than ``most``.

    The memory that this takes is limited by ``most``, also if the result is None.
    """
    found = _below(start(problem), problem, most)
    return None if found is None else TokenBlock(found[0], found[2])


def proven_solutions(problem: Problem) -> Iterator[Packed]:
    """All solutions of the board in order, in blocks of shape (count, n)."""
    yield from (block.solutions for block in token_blocks(problem))


@cache
def known_solutions(problem: Problem) -> frozenset[Placement]:
    """All solutions of the board, by the referee's own search."""
    return frozenset(tuple(each) for block in proven_solutions(problem) for each in block.tolist())


class MakerLevel(NamedTuple):
    """All nodes with the same number of queens, in order.

    ``queens`` has shape (nodes, columns): the rows of the queens placed so far. ``row``, ``up`` and
    ``down`` have shape (nodes, n): for each square of the next column, the column of the first
    queen that attacks it along the row, the rising or the falling diagonal; PLACED if none does.
    """

    queens: Packed
    row: Packed
    up: Packed
    down: Packed

    def select(self, which: Any) -> MakerLevel:
        """The nodes that a NumPy index chooses."""
        return MakerLevel(*(array[which] for array in self))

    def tokens(self, problem: Problem) -> Packed:
        """The token of each square of the next column, shape (nodes, n)."""
        tokens = np.minimum(np.minimum(self.row, self.up), self.down)
        if problem.colours:
            tokens = self._attackers(problem)
        closed = sorted({*range(problem.n)}.difference(problem.domains[self.queens.shape[1]]))
        tokens[:, closed] = np.minimum(tokens[:, closed], BLOCKED)
        return tokens

    def _attackers(self, problem: Problem) -> Packed:
        """The same on a coloured board, whose rule is asked for each queen and square."""
        queens, column = self.queens.T, self.queens.shape[1]
        found = np.full((len(self.queens), problem.n), PLACED, np.uint8)
        for left in reversed(range(column)):  # so that the first one stays
            found[attacked(problem.colours, left, column)[queens[left]]] = left
        return found

    def with_queens(self, tokens: NDArray[np.integer]) -> MakerLevel:
        """The next level, with one node for each PLACED token."""
        nodes, rows = np.nonzero(tokens == PLACED)
        row, up, down = (attackers[nodes] for attackers in self[1:])
        for attackers in (row, up, down):
            attackers[np.arange(len(nodes)), rows] = self.queens.shape[1]
        up[:, 1:], up[:, :1] = up[:, :-1].copy(), PLACED
        down[:, :-1], down[:, -1:] = down[:, 1:].copy(), PLACED
        queens = np.hstack([self.queens[nodes], rows.astype(np.uint8).reshape(-1, 1)])
        return MakerLevel(queens, row, up, down)


def start(problem: Problem) -> MakerLevel:
    """The level whose only node has the queens of the prefix."""
    free = np.full((1, problem.n), PLACED, np.uint8)
    level = MakerLevel(np.empty((1, 0), np.uint8), free, free, free)
    for row in problem.prefix:
        tokens = np.zeros((1, problem.n), np.uint8)
        tokens[:, row] = PLACED
        level = level.with_queens(tokens)
    return level


def _below(
    level: MakerLevel, problem: Problem, most: int
) -> tuple[Packed, NDArray[np.intp], Packed] | None:
    """The tokens of all nodes in order, the number of tokens per node, and the solutions.

    None if the tokens are more than ``most``.
    """
    n = problem.n
    if level.queens.shape[1] == n:
        return np.empty(0, np.uint8), np.zeros(len(level.queens), np.intp), level.queens
    tokens = level.tokens(problem)
    most -= tokens.size
    next_tokens = int((tokens == PLACED).sum()) * n if level.queens.shape[1] + 1 < n else 0
    if most < next_tokens:
        return None
    found = _below(level.with_queens(tokens), problem, most)
    if found is None:
        return None
    stream, lengths, solutions = found
    behind = np.zeros(tokens.shape, np.intp)  # the number of tokens below the queen of each square
    behind[tokens == PLACED] = lengths
    before = np.cumsum(behind) - behind.ravel()
    whole = np.insert(stream, before, tokens.ravel())
    return whole, n + behind.sum(axis=1), solutions


PATHS = 4000
"""The number of random paths of an estimate; its error is a few per cent up to n = 16."""

MOST_TOKENS = 10**12
"""The most tokens of a certificate; to make and check them takes about a week."""


def check_provable(problem: Problem) -> None:
    """Raise UsageError if the certificate would take weeks, or more memory than there is."""
    if why := why_unprovable(problem):
        raise UsageError(f"{why}; leave out --certify")


def why_unprovable(problem: Problem) -> str:
    """The reason why no certificate of the board can be made here; "" if it can."""
    n = problem.n
    if n > MAX_N:
        return f"certificates are made up to n = {MAX_N}"
    import psutil

    tokens, solutions = estimated_size(problem)
    if tokens > MOST_TOKENS:
        return f"the certificate for n = {n} would have over {MOST_TOKENS:,} tokens and take weeks"
    if (needed := solutions * (5 * n + 60)) > psutil.virtual_memory().available:
        return f"the certificate for n = {n} would need about {needed / 2**30:.0f} GiB of memory"
    return ""


def estimated_size(problem: Problem) -> tuple[int, int]:
    """The estimated numbers of tokens and solutions in a board's certificate.

    A fixed seed makes it repeatable. Above MOST_TOKENS, the solutions are not counted.
    """
    random = np.random.default_rng(8)
    level = start(problem).select(np.zeros(PATHS, np.intp))
    weights, nodes = np.ones(PATHS), 0.0
    for _ in range(len(problem.prefix), problem.n):
        nodes += weights.sum() / PATHS
        if nodes * problem.n > MOST_TOKENS:
            return round(nodes * problem.n), 0
        free = level.tokens(problem) == PLACED
        alive = np.flatnonzero(free.any(axis=1))
        level, free = level.select(alive), free[alive]
        weights = weights[alive] * free.sum(axis=1)
        chosen = np.argmax(random.random(free.shape) * free, axis=1)
        level = level.with_queens(np.where(np.arange(problem.n) == chosen[:, None], PLACED, 0))
    return round(nodes * problem.n), round(weights.sum() / PATHS)


SMALL = 500_000
"""The most tokens of a small certificate; making and checking them takes about 0.25 s."""

SMALL_COLOURED = 5_000_000
"""The same for a coloured board, whose number of solutions nobody knows; it takes about 3 s."""

LARGEST_PLAIN = 10
"""The largest n whose board has a small certificate without prefix and blocked squares."""


@dataclass(frozen=True, eq=False, slots=True)
class Proof:
    """The claim of an accepted certificate: the board has these solutions, and no others.

    ``placed``, ``blocked`` and ``attacked`` are the numbers of tokens of each kind.
    """

    problem: Problem
    solutions: Packed
    placed: int
    blocked: int
    attacked: int

    def to_find(self, goal: Goal) -> int:
        """The number of solutions to find: all, or one if there is any."""
        number = len(self.solutions)
        return number if goal is Goal.ALL else min(number, 1)

    @property
    def tokens(self) -> int:
        """The number of tokens in the certificate."""
        return self.placed + self.blocked + self.attacked


FIRST_LINE = b"queens certificate 1\n"
"""The first line of every certificate."""


def header(problem: Problem, solutions: Packed) -> bytes:
    """The text before the tokens; ``solutions`` are all solutions of the board, in order."""
    prefix = "".join(f" {row}" for row in problem.prefix)
    blocked = "".join(f" {column}:{row}" for column, row in sorted(problem.blocked))
    numbers = "".join(f" {colour}" for column in problem.colours for colour in column)
    colours = f"colours{numbers}\n" if numbers else ""
    return (
        FIRST_LINE
        + (
            f"n {problem.n}\nprefix{prefix}\nblocked{blocked}\n{colours}"
            f"solutions {len(solutions)}\nsha256 {digest(solutions).removeprefix('sha256:')}\n"
        ).encode()
    )


def proof_of(file: IO[bytes], watch: Callable[[int], object] = lambda _: None) -> Proof:
    """Check a certificate file and return its claim; ``watch`` gets the length of each chunk.

    Raises CertificateError if the file is refused, ContradictionError if its number of solutions
    differs from the known one, and OSError.
    """
    try:
        return _proof_of(unpacked(file), watch)
    except EOFError as error:
        raise CertificateError(str(error)) from None
    except zlib.error as error:
        raise CertificateError(f"it is not a gzip file, or it is damaged ({error})") from None


def _proof_of(content: Iterable[bytes], watch: Callable[[int], object] = lambda _: None) -> Proof:
    """Check the unpacked content of a certificate and return its claim."""
    length = placed = closed = 0

    def counted() -> Iterator[bytes]:
        nonlocal length, placed, closed
        for chunk in content:
            length += len(chunk)
            placed += chunk.count(PLACED)
            closed += chunk.count(BLOCKED)
            watch(len(chunk))
            yield chunk

    try:
        n, prefix, blocked, colours, found, _ = check_certificate(counted())
    except ValueError as error:
        raise CertificateError(str(error)) from None
    problem = Problem(n, tuple(prefix), frozenset(blocked), colours=colours)
    if problem.known_count not in (None, len(found)):
        raise ContradictionError(f"{len(found)} proven and {problem.known_count} known for n = {n}")
    solutions = from_bytes(b"".join(found), n, len(found))
    tokens = length - len(header(problem, solutions))
    return Proof(problem, solutions, placed, closed, tokens - placed - closed)


@lru_cache(maxsize=64)
def small_proof(problem: Problem) -> Proof | None:
    """Make and check a certificate of the board; None if it is not small."""
    if problem.n > (LARGEST_PLAIN if problem.is_plain else MAX_N):
        return None
    most = SMALL_COLOURED if problem.colours else SMALL
    if (made := make_tokens(problem, most)) is None:
        return None
    return _proof_of([header(problem, made.solutions) + made.tokens.tobytes()])
