"""Check a certificate, alone: ``python certificate_check.py FILE``; see docs/certificates.md."""

import gzip
import hashlib
import re
import sys
from collections.abc import Iterator
from io import BufferedIOBase
from itertools import chain, combinations

BLOCKED, PLACED, END = 254, 255, 256  # below: the column of a queen that attacks the square
HEADER = rb"""queens certificate 1\nn (\d{1,3})\nprefix((?: \d{1,3})*)
blocked((?: \d{1,3}:\d{1,3})*)\nsolutions (\d{1,39})\nsha256 ([0-9a-f]{64})\n"""
Squares = set[tuple[int, ...]]


def read_header(file: BufferedIOBase) -> tuple[int, list[int], Squares, tuple[int, str]]:
    """The board (n, prefix, blocked squares) and the number and SHA-256 that are claimed."""
    found = re.fullmatch(HEADER, b"".join(file.readline(1 << 20) for _ in range(6)))
    if not found or not found[2].count(b" ") <= int(found[1]) <= 255:
        raise ValueError("the header is not that of a certificate")
    blocked = {tuple(map(int, square.split(b":"))) for square in found[3].split()}
    return int(found[1]), [*map(int, found[2].split())], blocked, (int(found[4]), found[5].decode())


def is_solution(rows: list[int], blocked: Squares) -> bool:
    """Whether every queen is on a free square of the board, and no two attack each other."""
    pairs = combinations(enumerate(rows), 2)
    apart = all(abs(row - other) not in (0, right - left) for (left, row), (right, other) in pairs)
    return apart and blocked.isdisjoint(enumerate(rows)) and all(row < len(rows) for row in rows)


def below(path: list[int], n: int, blocked: Squares, tokens: Iterator[int]) -> Iterator[bytes]:
    """All solutions that begin with the path, as its tokens prove; else ValueError says where."""
    column = len(path)
    if column == n and is_solution(path, blocked):
        yield bytes(path)
    for row in range(n if column < n else 0):
        token = next(tokens, END)
        attacked = token < column and abs(path[token] - row) in (0, column - token)
        if token == PLACED:
            yield from below([*path, row], n, blocked, tokens)
        elif not attacked and (token != BLOCKED or (column, row) not in blocked):
            raise ValueError(f"{path}, row {row}: {'the end' if token == END else token} is wrong")


def check(file: BufferedIOBase) -> list[bytes]:
    """All solutions, in order; ValueError, EOFError, BadGzipFile or zlib.error refuse the file."""
    n, prefix, blocked, claim = read_header(file)
    tokens = chain.from_iterable(iter(lambda: file.read(1 << 16), b""))
    found = list(below(prefix, n, blocked, tokens))
    digest = hashlib.sha256(b"%d %d\n" % (n, len(found)) + b"".join(found)).hexdigest()
    if next(tokens, END) != END or (len(found), digest) != claim:
        raise ValueError(f"its tokens prove {len(found)} solutions, {digest}, and must end there")
    return found


if __name__ == "__main__":
    sys.tracebacklimit = 0
    print(f"proven: {len(check(gzip.open(sys.argv[1])))} solutions, and no others")  # noqa: SIM115
