"""Certificates of which somebody has changed, cut off, added or exchanged something."""

from __future__ import annotations

import bz2
import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

from coloured_boards import coloured_solutions, random_boards
from solutions import all_solutions

from solvers.puzzle.problem import Problem
from solvers.referee import certificate_check
from solvers.referee.certificate import header, make_tokens
from solvers.testing.boards import BOARDS

MOST = 300
"""The length in tokens below which certificates are changed: one change in a few tokens matters."""

TO_TOKENS = len("sha256 ") + 64 + 1
"""From the last line of the header to the tokens."""


def content(problem: Problem) -> bytes:
    """A right certificate, not compressed."""
    made = make_tokens(problem, 1 << 20)
    assert made
    return header(problem, made.solutions) + made.tokens.tobytes()


def small_boards() -> list[Problem]:
    """Boards with few tokens: free, begun, with blocked squares, and coloured."""
    begun = [Problem(4), Problem(5), Problem(5, (1,)), Problem(6, (1, 3)), Problem(4, (1, 3, 0, 2))]
    blocked = [one for one in BOARDS.values() if len(content(one)) < MOST]
    return [*begun, *blocked, *coloured_boards()]


def coloured_boards() -> list[Problem]:
    """Coloured boards with few tokens, free and begun."""
    free = [*random_boards(20, 5), Problem(1, colours=((0,),))]
    begun = [board.with_prefix((board.n - 1,)) for board in free]
    return [one for one in (*free, *begun) if len(content(one)) < MOST]


def mutated(number: int, boards: Sequence[Problem] = ()) -> Iterator[bytes]:
    """This number of files, the same ones every time; most are wrong.

    They come from certificates of these boards, or of all small ones.
    """
    random = Random(8)  # noqa: S311  # the same ones every time
    right = [content(problem) for problem in boards or small_boards()]
    for _ in range(number):
        one = random.choice(right)
        kind = random.random()
        if kind < 0.1:
            yield _changed(gzip.compress(one, 1, mtime=0), random)
        elif kind < 0.3:
            yield random.choice(CONTAINERS)(one)
        elif kind < 0.5:
            yield gzip.compress(random.choice(HEADERS)(one), 1, mtime=0)
        else:
            if random.random() < 0.2:  # the tokens of another board
                board, _, _ = one.partition(b"solutions")
                one = board + b"".join(random.choice(right).partition(b"solutions")[1:])
            for _ in range(random.randint(1, 2)):
                one = _changed(one, random)
            yield gzip.compress(one, 1, mtime=0)


def with_changed_tokens(number: int) -> Iterator[bytes]:
    """This number of certificates with other tokens than the right ones, half of coloured boards.

    Only tokens change, so none of them is the certificate of another board.
    """
    random = Random(9)  # noqa: S311  # the same ones every time
    plain = [content(Problem(n)) for n in (4, 5, 6, 7)]
    coloured = [content(problem) for problem in random_boards(20, 6) if problem.n > 2]
    for _ in range(number):
        right = random.choice(random.choice([plain, coloured]))
        begin = right.index(b"\nsha256 ") + 1 + TO_TOKENS
        tokens = right[begin:]
        while (changed := _changed(tokens, random)) == tokens:
            pass
        yield gzip.compress(right[:begin] + changed, 1, mtime=0)


def member(content: bytes, flags: int = 0, extra: bytes = b"", method: int = 8) -> bytes:
    """A gzip member with these flags, and behind them the field that they announce."""
    made = gzip.compress(content, 1, mtime=0)
    return made[:2] + bytes([method, flags]) + made[4:10] + extra + made[10:]


def with_header_crc(content: bytes, *, right: bool) -> bytes:
    """A gzip member with a checksum of its header."""
    start = member(content, 2)[:10]
    checksum = (zlib.crc32(start) ^ (0 if right else 1)) & 0xFFFF
    return member(content, 2, checksum.to_bytes(2, "little"))


def zipped(content: bytes) -> bytes:
    """A ZIP archive with the content as its only file."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("certificate", content)
    return file.getvalue()


def halves(content: bytes) -> tuple[bytes, bytes]:
    """Two gzip members that are the content together."""
    return gzip.compress(content[:50], 1), gzip.compress(content[50:], 1)


CONTAINERS: list[Callable[[bytes], bytes]] = [
    lambda one: one,  # a name says nothing: this is not compressed
    lambda one: b"",  # noqa: ARG005
    zlib.compress,
    zipped,
    bz2.compress,
    member,
    lambda one: b"".join(halves(one)),
    lambda one: gzip.compress(b"") + gzip.compress(one) + gzip.compress(b""),
    lambda one: b"\0\0".join(halves(one)),
    lambda one: b"".join(halves(one)) + b"\0" * 9,
    lambda one: gzip.compress(one) + b"more",
    lambda one: gzip.compress(one) + zipped(one),
    lambda one: gzip.compress(one) + b"\x1f\x8b",
    lambda one: gzip.compress(one)[:-4],
    lambda one: gzip.compress(one)[:-4] + b"\0\0\0\0",
    lambda one: gzip.compress(one)[:-8] + b"\0" * 8,
    lambda one: member(one, 1),
    lambda one: member(one, 4, b"\3\0abc"),
    lambda one: member(one, 8, b"certificate\0"),
    lambda one: member(one, 16, b"a comment\0"),
    lambda one: with_header_crc(one, right=True),
    lambda one: with_header_crc(one, right=False),
    *(lambda one, flag=flag: member(one, flag) for flag in (32, 64, 128)),
    lambda one: member(one, method=7),
]
"""Ways to make a file that holds the content, or looks as if it did."""


def replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Replace the first match of a pattern."""
    return lambda one: re.sub(old, new, one, count=1)


HEADERS: list[Callable[[bytes], bytes]] = [
    lambda one: re.sub(rb"(sha256 .{63}).", rb"\g<1>\0", one, count=1),
    lambda one: re.sub(rb"(sha256 .{64})\n", rb"\g<1>\0\n", one, count=1),
    lambda one: re.sub(rb"(sha256 .{64})\n", rb"\g<1>\n\0", one, count=1),
    lambda one: re.sub(rb"(sha256 .{64})\n", rb"\g<1>", one, count=1),
    lambda one: re.sub(rb"sha256 (.{64})", lambda found: found[0].upper(), one, count=1),
    lambda one: re.sub(rb"(sha256 .{64})", rb"\g<1> ", one, count=1),
    lambda one: one.replace(b"\n", b"\r\n", 6),
    lambda one: one[: one.find(b"sha256") + TO_TOKENS],
    lambda one: one[: one.find(b"sha256") + TO_TOKENS - 1],
    lambda one: one + b"\n",
    *(
        replaced(old, new)
        for old, new in (
            (rb"\nn (\d)", rb"\nn 0\1"),
            (rb"\nn ", rb"\nn  "),
            (rb"\nn \d+", rb"\nn 256"),
            (rb"\nn \d+", rb"\nn"),
            (rb"prefix", rb"prefix 0"),
            (rb"prefix", rb"prefix 0 1"),
            (rb"prefix", rb"prefix 300"),
            (rb"prefix", rb"prefix "),
            (rb"prefix (\d)", rb"prefix 0\1"),
            (rb"prefix(.*)", rb"prefix\1" + b" 0" * 300),
            (rb"blocked", rb"blocked 0:0"),
            (rb"blocked", rb"blocked 00:0"),
            (rb"blocked", rb"blocked 0:0 0:0"),
            (rb"blocked(.*)", rb"blocked\1 200:200"),
            (rb"blocked(.*)", rb"blocked\1 3:9"),
            (rb"blocked(.*)", rb"blocked\1 9:3"),
            (rb"blocked( \S+)", rb"blocked\1\1"),
            (rb"blocked( \S+)(.*)", rb"blocked\2\1"),
            (rb"blocked", rb"blocked "),
            (rb"\nsolutions", rb"\ncolours\nsolutions"),
            (rb"\nsolutions", rb"\ncolours 0\nsolutions"),
            (rb"\ncolours.*", rb""),
            (rb"\ncolours (\d)", rb"\ncolours 0\1"),
            (rb"\ncolours \d", rb"\ncolours"),
            (rb"\ncolours( \d)", rb"\ncolours\1\1"),
            (rb"\ncolours \d", rb"\ncolours 9"),
            (rb"(\nblocked.*)(\ncolours.*)", rb"\2\1"),
            (rb"(\ncolours.*)", rb"\1\1"),
            (rb"solutions (\d)", rb"solutions 0\1"),
            (rb"solutions \d+", rb"solutions " + b"9" * 39),
            (rb"solutions \d+", rb"solutions " + b"9" * 40),
            (rb"solutions \d+", rb"solutions -1"),
            (rb"certificate 1", rb"certificate 2"),
            (rb"certificate 1", rb"certificate 1 "),
        )
    ),
]
"""Changes that make a header wrong, or only unusual."""


def _changed(one: bytes, random: Random) -> bytes:
    one = one or b"q"
    tokens = min(one.find(b"sha256") + TO_TOKENS, len(one) - 1)
    place = random.randrange(random.choice([0, tokens, tokens, tokens]), len(one))
    before, after = one[:place], one[place + 1 :]
    near = bytes([one[place] ^ 1 << random.randrange(8)])
    usual = bytes([random.choice([0, 1, 2, 3, 254, 255])])
    other = random.randrange(len(one))
    exchanged = bytearray(one)
    exchanged[place], exchanged[other] = one[other], one[place]
    return random.choice(
        [
            before + near + after,
            before + usual + after,
            before + usual + one[place:],
            before + after,
            before,
            one + usual,
            bytes(exchanged),
        ]
    )


def plainly(file: bytes) -> str:
    """The finding of the plain checker; fails where the set that it proves is not right."""
    try:
        found = certificate_check.check_certificate(certificate_check.unpacked(BytesIO(file)))
    except (ValueError, EOFError, zlib.error):
        return "refused"
    begins = len(found.prefix)
    right = all_solutions(found.n)
    if found.colours:
        right = coloured_solutions(Problem(found.n, colours=found.colours))
    assert [tuple(one) for one in found.solutions] == sorted(
        one
        for one in right
        if list(one[:begins]) == found.prefix and {*found.blocked}.isdisjoint(enumerate(one))
    )
    return f"proven: {found}"
