"""Check certificates, alone: ``python certificate_check.py FILE...``."""

import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import IO, NamedTuple

BLOCKED, PLACED, END = 254, 255, 256  # below: the column of a queen that attacks the square
PIECE_BYTES, GZIP, LINES = 1 << 16, 31, 6
HEADER = rb"""queens certificate 1\nn (N)\nprefix((?: N)*)\nblocked((?: N:N)*)
(?:colours((?: N)+)\n)?solutions (0|[1-9]\d{0,38})\nsha256 ([0-9a-f]{64})\n""".replace(
    b"N", rb"(?:0|[1-9]\d{0,2})"
)


class Proven(NamedTuple):
    """A board, and all of its solutions: each a row per column, in order."""

    n: int
    prefix: list[int]
    blocked: list[tuple[int, int]]
    colours: tuple[tuple[int, ...], ...]  # of each square, column by column; () without colours
    solutions: list[bytes]
    sha256: str

    def __str__(self) -> str:
        prefix = "".join(f" {row}" for row in self.prefix)
        blocked = "".join(f" {column}:{row}" for column, row in self.blocked)
        numbers = "".join(f" {colour}" for column in self.colours for colour in column)
        colours = f"colours{numbers}; " if numbers else ""
        found = f"solutions {len(self.solutions)}; sha256 {self.sha256}"
        return f"n {self.n}; prefix{prefix}; blocked{blocked}; {colours}{found}"


def unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """Unpack one or more gzip members; raises EOFError or zlib.error if anything else follows."""
    packed = file.read(PIECE_BYTES)
    while True:
        member = zlib.decompressobj(GZIP)
        while not member.eof:
            piece = member.decompress(packed, PIECE_BYTES)
            packed = member.unconsumed_tail
            yield piece
            if not (piece or packed or member.eof) and not (packed := file.read(PIECE_BYTES)):
                raise EOFError("the compressed file ends too early")
        packed = member.unused_data or file.read(PIECE_BYTES)
        if not packed:
            return


class Board:
    """A board without its prefix; ``empty`` are the tokens of its columns without any queen."""

    def __init__(
        self, n: int, blocked: set[tuple[int, int]], colours: Sequence[Sequence[int]]
    ) -> None:
        rows = range(n)
        self.empty = [[BLOCKED if (at, row) in blocked else PLACED for row in rows] for at in rows]

        @cache
        def attacked(left: int, row: int, right: int) -> list[int]:
            distance = right - left
            if not colours:
                return [each for each in (row - distance, row, row + distance) if each in rows]
            near = (row - 1, row, row + 1) if distance == 1 else (row,)
            colour, others = colours[left][row], colours[right]
            return [each for each in rows if each in near or others[each] == colour]

        self.attacked = attacked  # the rows of the right column, by a queen of the left one

    def right_tokens(self, path: Sequence[int]) -> list[int]:
        """The token of each square of the next column: the first queen that attacks it.

        Else BLOCKED, else PLACED. So a board has one certificate, and no changed one is accepted.
        """
        column = len(path)
        tokens = self.empty[column].copy()
        for left in reversed(range(column)):  # so that the first one stays
            for row in self.attacked(left, path[left], column):
                tokens[row] = left
        return tokens


def check_below(path: list[int], board: Board, tokens: Iterator[int]) -> Iterator[bytes]:
    """Check the tokens below the path and yield its solutions; ValueError names a wrong token."""
    if len(path) == len(board.empty):
        yield bytes(path)
        return
    for row, right in enumerate(board.right_tokens(path)):
        if (token := next(tokens, END)) != right:
            fault = "missing" if token == END else f"wrong ({token})"
            raise ValueError(f"below the rows {path}, the token for row {row} is {fault}")
        if token == PLACED:
            yield from check_below([*path, row], board, tokens)


def check_certificate(content: Iterable[bytes]) -> Proven:
    """Check a certificate's unpacked content and return its claim; raises ValueError if refused."""
    tokens = chain.from_iterable(content)
    head = b"".join(read_line(tokens) for _ in range(LINES))
    if b"\ncolours" in head:
        head += read_line(tokens)
    if not (found := re.fullmatch(HEADER, head)):
        raise ValueError("it does not begin with the header of a certificate")
    n, prefix = int(found[1]), [*map(int, found[2].split())]
    squares = [(*map(int, square.split(b":")),) for square in found[3].split()]
    blocked = [(column, row) for column, row in squares if column < n and row < n]
    numbers = [*map(int, (found[4] or b"").split())]
    is_coloured = len(numbers) == n * n and {*numbers} == {*range(n)}
    if n > 255 or len(prefix) > n or squares != sorted(set(blocked)):
        raise ValueError("the board in its header is not valid")
    if numbers and not is_coloured:
        raise ValueError("the colours in its header are not n colours of n times n squares")
    colours = tuple(tuple(numbers[at : at + n]) for at in range(0, len(numbers), n or 1))
    board = Board(n, set(blocked), colours)
    for column, row in enumerate(prefix):
        if row >= n or board.right_tokens(prefix[:column])[row] != PLACED:
            raise ValueError("its prefix has queens that attack each other, or on blocked squares")
    solutions = list(check_below(prefix, board, tokens))
    import hashlib  # with OpenSSL, which only this needs

    sha256 = hashlib.sha256(b"%d %d\n" % (n, len(solutions)) + b"".join(solutions)).hexdigest()
    if next(tokens, END) != END or (len(solutions), sha256) != (int(found[5]), found[6].decode()):
        raise ValueError(
            f"its tokens prove {len(solutions)} solutions ({sha256}), but its header names "
            "others, or more tokens follow"
        )
    return Proven(n, prefix, blocked, colours, solutions, sha256)


def read_line(content: Iterator[int]) -> bytes:
    """The next line with its line feed; at most 1 MiB, which no line of a header exceeds."""
    line = bytearray()
    for byte in islice(content, 1 << 20):
        line.append(byte)
        if byte == ord("\n"):
            break
    return bytes(line)


def main() -> int:
    """Print the claim of each file; return 1 if one is refused, else 0."""
    code = 0
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:  # noqa: PTH123  # nothing more than needed
                print(f"{name}: proven: {check_certificate(unpacked(file))}")
        except (ValueError, EOFError, zlib.error) as error:
            code = 1
            print(f"{name}: refused: {error}")
    return code


if __name__ == "__main__":
    sys.exit(main())
