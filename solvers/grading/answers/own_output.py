"""The claims in the output of a program's own run: totals, lists and boards.

A text may be about several sizes. A list or board shows its size: n lines, or the rows 0 to n - 1
or 1 to n. A total is about the size that its line names; without one, about the size that the
program was given or that its source names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product
from typing import Any

from solvers.grading.answers.answer_format import (
    COLUMN_WORDS,
    MOST_PRINTED,
    SMALLEST_TELLING,
    Claim,
    is_solution,
    shapes_of,
)
from solvers.grading.answers.drawn_boards import BOARD_LINE
from solvers.grading.answers.number_lines import (
    ALL,
    ARRANGEMENTS,
    CLASSES,
    EFFORT,
    KNOWN_CLASSES,
    NO_SOLUTION,
    OUT_OF,
    SHOWN_ONLY,
    NumberLine,
    in_english,
    is_notation,
    label_of,
    number_line,
    reported,
    total,
)
from solvers.grading.answers.stdout_parser import (
    MEANT,
    TRIES,
    AnswerForm,
    AnswerStream,
    is_any_number,
    parse,
)
from solvers.grading.answers.value_parser import INDICES, couple_of, rows_of
from solvers.grading.finding import Fact, finding
from solvers.puzzle.problem import KNOWN_COUNTS

NAMED_CLASSES = r"(?:fundamental|essential|inequivalent|unique|distinct)"

NUMBER_OF_CLASSES = re.compile(
    rf"\b(\d{{1,7}}) {{1,3}}(?:\w{{1,20}} {{1,3}}){{0,2}}{NAMED_CLASSES}"
    rf"|{NAMED_CLASSES}[^\d\n]{{1,40}}[:=] {{0,3}}(\d{{1,7}})\b",
    re.IGNORECASE,
)
"""Matches a number of symmetry classes with the word that names them."""

SIZES = range(4, 13)
"""The sizes that are searched for in a text that may be about any size."""

LONGEST_FOR_ALL = 1 << 18
"""The most characters of a text that is searched for all SIZES.

In a longer text, the suite searches only for the sizes that the beginning shows.
"""

LONGEST_LINE = 300

IN_BRACKETS = re.compile(r"[\[(]([\d, ]+)[\])]")

COLUMNS = re.compile(r"\s*[|│,;\t]\s*|\s{2,}")
"""The signs between the headings of columns."""

SHORTEST_TABLE = 3
"""The fewest rows of a table; fewer rows may as well count something else."""

FEWEST_NEAR = 10
"""The fewest solutions at which a number within a tenth of theirs is hardly a coincidence."""

TELLING_COUNTS = frozenset(KNOWN_COUNTS[5:]) - {4}
"""The numbers of solutions for n = 5 and more, without 4, the number for n = 6.

A program that counts wrong boards rarely prints one of these numbers. So two of them show that a
table counts solutions, even if its other numbers are wrong.
"""

SUBJECT = re.compile(r"(?i)\bsolutions?\b|\bqueens\(")
"""The headings of a table of solutions."""

HEADING = re.compile(r"(?i)(?:(?:number|no\.?|nr\.?|#) ?(?:of )?|total |all )?solutions?")
"""The heading of a column that can only have numbers of solutions."""

SIZE = re.compile(
    r"\b(?:n|size|queens|board|order)\s?(?:=|:|is|of|of size)?\s?\(?(\d{1,2})\b"
    r"|\b(\d{1,2})[ -]?(?:queens?|damen|reinas|dames)\b"
    r"|\b(\d{1,2}) ?[x*] ?\d{1,2}\b|\bfor (\d{1,2})\b",
    re.IGNORECASE,
)
"""The words of a line about one size."""

SIZED = re.compile(
    r"(?i)\b(?:n|size|board|queens)\s?[=:]?\s?\(?#|#\s?-?\s?queens?\b|#\s?x\s?#|^\w{1,12}\(#\)"
)
"""A line that names a size, with # for each number."""

BESIDE_CLASSES = re.compile(
    rf"(?<=\d)( solutions)?(?: total| in all)?(?:[,;] \d+|[,;]? \(\d+)[^,;()\n]*?"
    rf"(?:{CLASSES.pattern})[^,;()\n]*\)?",
    re.IGNORECASE,
)
"""A number of classes behind one of solutions: "92 solutions, 12 unique"."""

NEXT_SIZE = re.compile(r"(?<=\d)[,;|] *(?=n ?= ?\d|$)", re.IGNORECASE | re.MULTILINE)
"""The sign before the next size on one line: "n=4: 2, n=5: 10"."""

SYMMETRIC = re.compile(r"(?i)fundamental|symmetr|equivalent|essential|rotat|reflect|mirror|half")
"""The words of a line about classes of symmetric solutions, of any kind."""

OF_ALL_SYMMETRIES = re.compile(
    r"(?i)fundamental|inequivalent|essential|up to symmetr|rotat.*reflect|reflect.*rotat"
)
"""The words of a line about the classes under all eight symmetries."""

IN_TOTAL = re.compile(r"(?i)\+.*= ?\d+ solutions? (?:in total|in all|altogether)\b")
"""A sum of classes of solutions that is the number of all."""

OF_CLASSES = re.compile(r"(?i)\d (?:fundamental|essential|inequivalent|(?:distinct|unique) up to)")
"""A number of the classes under all eight symmetries."""

UNFINISHED = re.compile(
    r"(?i)so far|tried|tested|checked|partial|up to|at least|limit|per |\bruns?\b|restart|stopp"
)
"""The words of a line about a search that is not over, or about a part of the solutions."""

ONLY_A_NUMBER = re.compile(r"(?:[^\n\d]*[:?>=])?\s*(\d{1,9})")
"""A text that is one number, perhaps behind the question for n."""

QUEEN_LINE = re.compile(r"[ .\-_*·0]*[Qq♛♕👑][ .\-_*·0]*")
"""A line of a drawn board with its queen."""

ACTION = re.compile(r"(?i)\w{3}ing\b")
"""A word for an action of the program; a line with such a word is no heading of a list."""

SOLVABLE = re.compile(r"(?i)\b((?:un|not )?)solvable\b")
"""The word of a line on whether a size has a solution."""


def own_claims(
    text: str, n: int | None = None, sizes: Sequence[int] = (), *, of_counts: bool = False
) -> list[Claim]:
    """The claims in a text. ``n`` is the size that the program was given; None: no size.

    ``sizes`` are the sizes in the source: a total without a size is about one of them.
    ``of_counts``: the program's task is to count, so that any table of sizes is one of counts.
    """
    if len(text) >= MOST_PRINTED:
        return [Claim(finding(Fact.PRINTS_TOO_MUCH, n or SMALLEST_TELLING))]
    shown: list[Claim] = []
    looked_at = SIZES if n is None else [n]
    text = in_english(text)
    if len(text) > LONGEST_FOR_ALL and n is None:
        begins = text[: LONGEST_FOR_ALL >> 2]
        looked_at = sorted({claim.n for size in SIZES for claim in _placements(begins, size)})
    for size in looked_at:
        shown += _placements(text, size)
    if n is not None and not any(claim.form is AnswerForm.BOARDS for claim in shown):
        unread = [line for line in parse(text, n).leftover if BOARD_LINE.fullmatch(line)]
        for line in unread[:1]:
            shown.append(Claim(finding(Fact.PRINTS_UNREADABLE, n, shown=repr(line[:60]))))
    if not any(claim.form is AnswerForm.BOARDS for claim in shown):
        shown += _cut_boards(text)
    right = {claim.n for claim in shown if claim.is_true}
    drawn = {claim.n for claim in shown if claim.is_true and claim.form is AnswerForm.BOARDS}
    # A part of a larger board may look like a board.
    shown = [
        claim
        for claim in shown
        if claim.form is not AnswerForm.BOARDS
        or claim.n in drawn
        or claim.n > max(right, default=0)
        or (claim.n in right and claim.n > max(drawn, default=0))
    ]
    named = sorted({claim.n for claim in shown}) or list(sizes)
    totals = [*_totals(text, n, named, of_counts=of_counts), *_out_of(text)]
    if n and KNOWN_COUNTS[n] and not (shown or totals) and NO_SOLUTION.search(text):
        totals = [replace(_total(n, 0), is_unambiguous=False)]
    if n and not (shown or totals) and (number := ONLY_A_NUMBER.fullmatch(text.strip())):
        totals = [*_only_number(n, int(number[1]))]
    return [*shown, *totals, *_parts_of_all(text, shown, totals)]


def _only_number(n: int, number: int) -> Iterator[Claim]:
    """The claim of a number that is the whole output for n, and so hardly anything but a total."""
    if number == KNOWN_COUNTS[n]:
        yield _total(n, number)
    elif number != n:
        yield Claim(finding(Fact.PRINTS_UNREADABLE, n, shown=number))


def _parts_of_all(text: str, shown: Sequence[Claim], totals: Sequence[Claim]) -> Iterator[Claim]:
    """The claims that a list has all solutions, although it has only some.

    A line promises all solutions, or nearly all are there.
    """
    listed: dict[int, int] = {}
    together = Counter[int]()
    for claim in shown:
        listed[claim.n] = max(claim.right, listed.get(claim.n, 0))
        # Digits behind other words, such as a question, are no listed solutions.
        together[claim.n] += 0 if claim.form is AnswerForm.DIGITS else claim.right
    for size, number in together.items():
        if number < KNOWN_COUNTS[size] and _is_near(size, number):
            yield Claim(finding(Fact.LISTS_PART_OF_ALL, size, number=number))
    counted = {claim.n for claim in totals if claim.is_true}  # it shows some of these
    for line in text.splitlines():
        if len(line) > LONGEST_LINE or not ALL.search(line):
            continue
        if SHOWN_ONLY.search(line) or CLASSES.search(line):
            continue
        size = _size_in(line, number_line(line), (-1, -1)) or (
            next(iter(listed)) if len(listed) == 1 else 0
        )
        is_heading = line.endswith(":") and not ACTION.search(line)
        if (is_heading or size not in counted) and 0 < listed.get(size, 0) < KNOWN_COUNTS[size]:
            says = finding(Fact.LISTS_PART_OF_ALL, size, number=listed[size])
            yield Claim(says)


# Totals


def _totals(
    text: str, given: int | None, sizes: Sequence[int], *, of_counts: bool
) -> Iterator[Claim]:
    """The claims about numbers of solutions."""
    alone: list[int] = []
    headed: list[tuple[int, int]] = []
    sized: list[tuple[int, int]] = []
    above: int | None = None
    rest: list[tuple[str, NumberLine]] = []
    for whole in NEXT_SIZE.sub("\n", text).splitlines():
        if len(whole) > LONGEST_LINE or not whole.strip():
            continue
        line = BESIDE_CLASSES.sub(r"\1", whole)
        numbers = number_line(line)
        yield from _existence(line, numbers)
        says_none = NO_SOLUTION.search(line) is not None
        counted = (0, 0, 0) if says_none else total(line)
        is_of_classes = CLASSES.search(line) and not IN_TOTAL.search(line)
        yield from _of_classes(whole, _size_in(line, numbers, counted[1:] if counted else (-1, -1)))
        if not numbers.texts or is_of_classes or UNFINISHED.search(line) or counted is None:
            rest.append((line, numbers))
            above = _size_in(line, numbers, (-1, -1)) or above
            continue
        number, *place = counted
        size = _size_in(line, numbers, place)
        if size is not None and 0 < size < len(KNOWN_COUNTS):
            sized.append((size, number))
            if not says_none:
                yield _total(size, number)
        elif size is None and not says_none:
            alone.append(number)
            headed += [(above, number)] if above else []
    for table, heading, words in chain(_tables(rest), _horizontal_tables(rest)):
        is_asked = of_counts and not EFFORT.search(words)
        is_sized = SIZED.search(words) is not None
        yield from _table(table, heading, of_counts=is_asked, is_sized=is_sized)
    right = [size for size, number in sized if number and KNOWN_COUNTS[size] == number]
    is_told = max(right, default=0) >= SMALLEST_TELLING  # with the numbers of other sizes
    yield from (replace(_total(n, 0), is_unambiguous=is_told) for n, number in sized if not number)
    is_sum = len(sized) > 0 and alone[-1:] == [sum(number for _, number in sized)]
    if alone and not is_sum:  # of all sizes together
        yield from _of_no_size(alone, given, sizes)
    if len(dict(headed)) > 1:  # each below a line with its size
        yield from _table(headed, "", of_counts=False, is_sized=True)


def _out_of(text: str) -> Iterator[Claim]:
    """The claims of lines that name no size, but all its arrangements: "2 of 24"."""
    for line in text.splitlines():
        match = OUT_OF.search(line) if len(line) <= LONGEST_LINE else None
        size = ARRANGEMENTS.get(int(match[2])) if match else None
        if match and size and not UNFINISHED.search(line):
            yield replace(_total(size, int(match[1])), is_unambiguous=False)


def _of_classes(line: str, size: int | None) -> Iterator[Claim]:
    """A claim for each number of "unique" solutions that counts neither all nor the classes."""
    is_half = SYMMETRIC.search(line) and not OF_ALL_SYMMETRIES.search(line)
    if not size or size >= len(KNOWN_CLASSES) or is_half:
        return
    if UNFINISHED.search(line.replace("up to", "")):
        return
    possible = {KNOWN_COUNTS[size], KNOWN_CLASSES[size]}
    if not OF_ALL_SYMMETRIES.search(line):
        possible.add(KNOWN_COUNTS[size] // 2)
    is_sure = KNOWN_COUNTS[size] in number_line(line).numbers and not EFFORT.search(line)
    for match in NUMBER_OF_CLASSES.finditer(line):
        number = int(match[1] or match[2])
        if number not in possible and number != size:
            says = finding(Fact.REPORTS_CLASSES, size, number=number)
            is_unambiguous = is_sure and OF_CLASSES.search(line) is not None
            yield Claim(says, number=number, is_unambiguous=is_unambiguous)


def _existence(line: str, told: NumberLine) -> Iterator[Claim]:
    """A false claim that the size of this line has a solution, or none."""
    says = SOLVABLE.search(line)
    size = told.numbers[0] if says and len(told.numbers) == 1 else 0
    if says and 0 < size < len(KNOWN_COUNTS) and (not says[1]) != (KNOWN_COUNTS[size] > 0):
        found = finding(Fact.SAYS_SOLVABLE, size, shown=says[0].lower())
        yield Claim(found)


def _size_in(line: str, told: NumberLine, place: Sequence[int]) -> int | None:
    """The size that a line names, outside of ``place``, the number of solutions; None: no size."""
    for match in SIZE.finditer(line):
        group = next(index for index, value in enumerate(match.groups(), 1) if value)
        if not place[0] <= match.start(group) < place[1]:
            return int(match[group])
    is_row = len(told.numbers) == 2 and told.apart[1].strip()[:1] in {":", "|", "="}
    return told.numbers[0] if is_row and not told.apart[0].strip() else None


def _total(n: int, number: int) -> Claim:
    says = finding(Fact.REPORTS, n, number=number)
    return Claim(says, is_true=number == KNOWN_COUNTS[n], is_unambiguous=True, number=number)


Table = Sequence[tuple[int, ...]]


def _tables(lines: Sequence[tuple[str, NumberLine]]) -> Iterator[tuple[Table, str, str]]:
    """The tables of two columns on these lines, each with its heading and the words of its rows."""
    tables: dict[tuple[str, str], list[list[tuple[int, ...]]]] = {}
    heading = ""
    for line, told in lines:
        for numbers in map(number_line, IN_BRACKETS.findall(line)):
            yield _counted(numbers.numbers), "", ""
        tail, is_square = label_of(told.apart[-1]), told.apart[1:2] in {("x",), (" x ",)}
        row = told.numbers[is_square:]  # 8x8 is one size
        words = " ".join(re.sub(r"[\d.]+", "#", "#".join(told.apart)).split())
        is_counted = not tail or (SIZED.search(words) and not EFFORT.search(tail))
        if len(row) == 2 and is_counted and not COLUMN_WORDS.search(words.lower()):
            if not (CLASSES.search(line) or UNFINISHED.search(line)):
                of_these = tables.setdefault((words, heading), [[]])
                if of_these[-1] and row[0] <= of_these[-1][-1][0]:  # another table begins
                    of_these.append([])
                of_these[-1].append(row)
        elif label_of(line):
            heading = line
        elif not told.couples or told.couples[0][0] > 1 or (2, 0) in told.couples:
            yield told.couples, heading, ""  # else these are squares
    for (words, above), of_these in tables.items():
        columns = COLUMNS.split(above.strip(" |│\t"))
        for table in of_these:
            yield table, columns[1] if len(columns) > 1 else above, words


def _horizontal_tables(lines: Sequence[tuple[str, NumberLine]]) -> Iterator[tuple[Table, str, str]]:
    """The tables of two lines that begin with a word: sizes, and a number below each size."""
    for (_, above), (line, told) in pairwise(lines):
        sizes, numbers = above.numbers, told.numbers
        if label_of(above.apart[0]) and label_of(told.apart[0]) and len(sizes) == len(numbers):
            yield tuple(zip(sizes, numbers, strict=True)), line, ""


def _counted(numbers: Sequence[int]) -> Table:
    """The numbers with sizes from 1 or 4 on, if at least half of them are right; else nothing.

    Different small numbers are more likely a placement, or a part of one.
    """
    if len({*numbers}) == len(numbers) and max(numbers, default=0) in range(SIZES.stop):
        return []
    for first in (1, SMALLEST_TELLING):
        rows = list(enumerate(numbers, first))
        right = [n for n, number in rows if KNOWN_COUNTS[n : n + 1] == (number,)]
        if 2 * len(right) >= len(rows) >= SMALLEST_TELLING < max(right, default=0):
            return rows
    return []


def _table(
    rows: Table, heading: str, *, of_counts: bool, is_sized: bool = False
) -> Iterator[Claim]:
    """A claim for each row of a table of sizes and numbers, if these may count solutions."""
    if not rows:
        return
    sizes, numbers = zip(*rows, strict=True)
    is_counted = sizes == tuple(range(sizes[0], sizes[0] + len(sizes)))
    is_table = is_counted and 0 < sizes[0] <= SMALLEST_TELLING and len(rows) >= SHORTEST_TABLE
    if sizes[-1] >= len(KNOWN_COUNTS) or min(sizes) < 1 or not (is_table or is_sized):
        return
    if sorted(numbers) in ([*range(len(rows))], [*range(1, len(rows) + 1)]):
        return  # the rows of a placement
    if all(number == KNOWN_CLASSES[size] for size, number in rows):
        return
    right = [size for size, number in rows if KNOWN_COUNTS[size] == number]
    largest = max(right, default=0)
    is_known = 2 * len(right) >= len(rows) and largest >= SMALLEST_TELLING
    if not is_table:  # its lines name their sizes
        is_near = all(_is_near(*row) for row in rows) and not EFFORT.search(heading)
        if (is_known and largest > SMALLEST_TELLING) or is_near:
            yield from (replace(_total(*row), is_unambiguous=False) for row in rows)
        return
    begins_well = SMALLEST_TELLING in right  # a program that keeps state goes wrong later
    has_gap = numbers.count(0) in {1, 2} and sorted(numbers) != list(numbers)
    is_like = len(TELLING_COUNTS.intersection(numbers)) > 1 or (has_gap and numbers[-1] > 1)
    is_named = (of_counts or SUBJECT.search(heading)) and not (
        EFFORT.search(heading) or CLASSES.search(heading)
    )
    is_known = is_known or HEADING.fullmatch(heading) is not None
    if is_known or begins_well or is_like or is_named:
        yield from (replace(_total(*row), is_unambiguous=is_known) for row in rows)


def _is_near(n: int, number: int) -> bool:
    """Whether n has many solutions, and the number differs from theirs by at most a tenth."""
    known = KNOWN_COUNTS[n]
    return known >= FEWEST_NEAR and abs(number - known) <= known // 10


def _of_no_size(numbers: Sequence[int], given: int | None, sizes: Sequence[int]) -> Iterator[Claim]:
    """The claim of a number of solutions whose line names no size.

    If the program is about one size, the claim is about that. If it is about several, the claim is
    false only if no board has this number of solutions.
    """
    number = numbers[-1]
    if given is not None or len(sizes) == 1:
        size = given if given is not None else sizes[0]
        yield _total(size, reported(numbers, size) or 0)
        return
    possible = {*KNOWN_COUNTS, *KNOWN_CLASSES}
    if number not in possible:
        size = max(sizes, default=SMALLEST_TELLING)
        says = finding(Fact.REPORTS_FOR_NO_BOARD, size, number=number)
        yield Claim(says)


# Placements


def _placements(text: str, n: int) -> Iterator[Claim]:
    """The claims of the lists and boards for n in the text."""
    printed = parse(text, n)
    as_many = [
        stream
        for stream, items in printed.items.items()
        if len(items) == KNOWN_COUNTS[n] >= FEWEST_NEAR
    ]
    for stream, items in printed.items.items():
        is_sentence = stream.form is AnswerForm.SENTENCES
        if TRIES.search(stream.label) or (is_sentence and stream not in as_many):
            continue  # sentences about tries come in other numbers
        is_meant = is_sentence or set(stream.label.split()) <= MEANT
        is_sure = as_many == [stream] and is_meant  # nothing else can be the solutions
        for claim in _of_stream(stream, items, n):
            yield replace(claim, is_unambiguous=claim.is_unambiguous or is_sure)
    if printed.crowded and n >= SMALLEST_TELLING:
        says = finding(Fact.DRAWS_CROWDED, n, queens=printed.crowded[0])
        is_for_each = len(printed.crowded) == KNOWN_COUNTS[n] and n > SMALLEST_TELLING
        yield Claim(says, is_unambiguous=is_for_each, form=AnswerForm.BOARDS)


def _cut_boards(text: str) -> Iterator[Claim]:
    """A claim for drawings of one shape that all lack the same number of lines."""
    blocks = [block.splitlines() for block in re.split(r"\n\s*\n", text.strip("\n"))]
    drawn = [block for block in blocks if all(map(QUEEN_LINE.fullmatch, block))]
    shapes = {(len(block), len("".join(line.split()))) for block in drawn for line in block}
    if len(drawn) > 1 == len(shapes):
        lines, n = shapes.pop()
        if SMALLEST_TELLING <= n < len(KNOWN_COUNTS) and 1 < lines < n:
            yield Claim(finding(Fact.PRINTS_UNREADABLE, n, shown=repr(drawn[0][0][:60])))


def _of_stream(stream: AnswerStream, items: Sequence[Any], n: int) -> Iterator[Claim]:
    is_board = stream.form is AnswerForm.BOARDS
    if not is_board and (n < SMALLEST_TELLING or is_any_number(stream, items, n)):
        return
    says = finding(Fact.PRINTS_WRONG, n, kind=stream.form)
    best, is_off_board = _best_reading(stream, items, n)
    if is_off_board or (stream.form is AnswerForm.SQUARES and _are_crowded(stream.label, items, n)):
        yield Claim(says, form=stream.form)
    if stream.form is AnswerForm.SQUARES and len(best) < len(items) == KNOWN_COUNTS[n]:
        board = set(product(range(n + 1), repeat=2))
        if board.issuperset(couple_of(square) for item in items for square in item):
            yield Claim(says, form=stream.form)
    right = [rows for rows in best if is_solution(rows)]
    # All rows in order are more likely headings of columns.
    is_bare = stream == AnswerStream(AnswerForm.LISTS) or is_board
    in_order = [list(rows) == sorted(rows) for rows in best if not is_solution(rows)]
    wrong = [each for each in in_order if is_bare or not each]
    different = len(set(right))
    is_twice = different < KNOWN_COUNTS[n] <= len(best) and KNOWN_COUNTS[n] >= FEWEST_NEAR
    if right and not wrong and is_twice:
        yield Claim(finding(Fact.PRINTS_TWICE, n))
    if wrong or right:
        is_meant = set(stream.label.split()) <= MEANT and (is_board or not all(wrong))
        is_unambiguous = (is_board or bool(right)) and is_meant
        yield Claim(
            says,
            is_true=not wrong,
            is_unambiguous=is_unambiguous,
            form=stream.form,
            right=different,
        )


def _best_reading(
    stream: AnswerStream, items: Sequence[Any], n: int
) -> tuple[list[tuple[int, ...]], bool]:
    """The placements in the reading that makes most of them right, and whether rows are shifted.

    True if there are no placements, but all items are solutions whose rows begin with neither 0
    nor 1.
    """
    best: list[tuple[int, ...]] = []
    is_off_board = False
    for shape, column_base, row_bases in shapes_of(stream):
        if shape == INDICES:
            continue
        readings = (rows_of(item, shape, n, column_base) for item in items)
        read = [rows for rows in readings if rows and len(rows) == n]
        has_all = len(read) == KNOWN_COUNTS[n]  # then each item is meant as a placement
        is_off_board |= has_all and all(
            max(rows) - min(rows) + 1 == n and is_solution(rows) for rows in read
        )
        for base in row_bases:
            board = range(base, n + base)
            near = range(n + 1) if KNOWN_COUNTS[n] >= FEWEST_NEAR else board
            are_all = has_all and all(row in near for rows in read for row in rows)
            is_any = are_all or stream.form is AnswerForm.BOARDS
            whole = [rows for rows in read if is_any or sorted(rows) == list(board)]
            best = max(best, whole, key=lambda each: (sum(map(is_solution, each)), len(each)))
    return best, is_off_board and not best


def _are_crowded(label: str, items: Sequence[Any], n: int) -> bool:
    """Whether the items are called solutions, but one of them has two squares in a column."""
    if not label or not set(label.split()) <= MEANT:
        return False
    squares = set(product(range(n), range(1, n + 1)))  # a1 is (0, 1)
    named = [[couple_of(square) for square in item] for item in items if is_notation(item, n)]
    crowded = any(len({square and square[0] for square in item}) < n for item in named)
    return crowded and len(named) == len(items) and all(squares.issuperset(item) for item in named)
