"""The growth of the judge's reading time with four times the text (python -m benchmarks.reading).

A student's program may print anything. If reading takes time that grows with the square of the
text, one hand-in stops the marking of a class. Each line gives the processor time for a text of
size k and for one of size 4k; where nothing is squared the ratio is about 4.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from solvers.grading.printed import read_one_text, read_texts
from solvers.grading.returned import read_values
from solvers.grading.submission import find_submission
from solvers.grading.submission_files import hand_ins

Work = Callable[[int], object]
"""Makes a text of this size, and reads it."""

TIMES = 4
WIDTHS = (60, 900, 1_000_000)
MOST = 8.0
"""A ratio above it is a defect."""

SHORTEST = 0.02
"""Seconds; a shorter time says nothing about growth."""

REPEATED = (
    *(" ", "1", "a", "Q", "(", "[", "{", ",", ".", "-", "=", ":", "|", "'", "#", "_", "\t", "é"),
    *("()", "[]", "1 ", "1,", "a ", "1:", "Q.", "Q ", "| ", "- ", "(1", "1/", "a(", "[1] "),
    *("solution ", "solution 1 of ", "row 1 col 2, ", "1/2 ", "(0, 1) ", "queens-a/program/"),
)


def printed(text: str) -> None:
    """Read a program's output, as the judge reads it."""
    read_texts({4: text, 6: text})
    read_one_text(text)


def returned(text: str) -> None:
    """Read a text that a program returned."""
    read_values({4: (text,), 6: (text,)})


def newlines(suffix: str, size: int) -> None:
    """Look at the source of a program behind so many newlines."""
    text = "\n" * size + "queens(n)"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"mine{suffix}"
        path.write_text(text)
        find_submission(str(path)).line_with(4)


def beside(size: int) -> None:
    """Look for so many files beside two programs in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        mine = Path(folder) / "mine"
        mine.mkdir()
        for name in ["mine.py", "mine.pl", *(f"{number}.txt" for number in range(size))]:
            (mine / name).write_text("x")
        hand_ins(Path(folder))


def lines_of(repeated: str, size: int, width: int) -> str:
    """So many characters, on lines of that width."""
    text = (repeated * (size // len(repeated) + 1))[:size]
    return "\n".join(text[first : first + width] for first in range(0, size, width))


def labels(size: int) -> str:
    """A solution behind a word of its own, again and again."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = (f"{a}{b}{c}" for a in letters for b in letters for c in letters)
    return "\n".join(f"{next(names)}: [1, 3, 0, 2]" for _ in range(size // 18))


def kinds() -> Iterator[tuple[str, Work, int]]:
    """Everything that is measured: its name, the work, and k."""
    for suffix in (".py", ".pl", ".rkt", ".scm"):
        yield f"newlines in a {suffix} file", partial(newlines, suffix), 200_000
    yield "files in a folder", beside, 75
    yield "printed newlines", lambda size: printed("\n" * size), 25_000
    yield "printed digits", lambda size: printed("1" * size + "a1"), 100_000
    yield "printed labels", lambda size: printed(labels(size)), 18_000
    yield "printed brackets in brackets", lambda size: printed("(" * size + ")" * size), 12_000
    for repeated in REPEATED:
        for width in WIDTHS:
            name = f"printed {repeated!r} on lines of {width}"
            yield name, partial(repeatedly, printed, repeated, width), 15_000
        yield f"returned {repeated!r}", partial(repeatedly, returned, repeated, 1 << 30), 15_000


def repeatedly(read: Callable[[str], None], repeated: str, width: int, size: int) -> None:
    """Read a text of one repeated word."""
    read(lines_of(repeated, size, width))


def seconds(work: Work, size: int) -> float:
    """Its processor time."""
    start = time.process_time()
    work(size)
    return time.process_time() - start


def main() -> int:
    """Measure everything; print the ratios, and 1 as the exit code where one is too large."""
    defects = 0
    for name, work, size in kinds():
        short, long = seconds(work, size), seconds(work, TIMES * size)
        ratio = long / max(short, SHORTEST)
        defects += ratio > MOST
        print(f"{ratio:6.1f}  {short:7.2f} s {long:7.2f} s  {name}", flush=True)
    print(f"{defects} of them more than {MOST:g} times as long", file=sys.stderr)
    return bool(defects)


if __name__ == "__main__":
    sys.exit(main())
