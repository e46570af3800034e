"""One format for all answers of a program, and the claims that this format leaves unexplained.

The suite takes the format that makes most answers solutions, so it never misreads a right program.
All n share the format, so a program that counts from 0 for one n and from 1 for another is found
out. n = 1 decides only between formats that fit the other n equally well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Any

from solvers.grading.answers.drawn_boards import is_empty
from solvers.grading.answers.number_lines import reported
from solvers.grading.answers.stdout_parser import (
    TRIES,
    AnswerForm,
    AnswerStream,
    Printed,
    is_any_number,
    parse,
)
from solvers.grading.answers.value_parser import (
    INDICES,
    LINES,
    PAIRS,
    ROWS,
    SAYS_NONE,
    SHAPES,
    board_lines,
    is_drawn,
    is_empty_board,
    is_row,
    plain,
    rows_of,
    says_none,
)
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.protocol import DottedPair
from solvers.grading.submission import AnswerSource, Task
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import KNOWN_COUNTS

MOST_FITTED = 400
"""The most answers for one n that decide on the format; all answers are then read in it."""

MOST_PRINTED = (4 << 20) - (1 << 16)
"""The length of a text that is not judged: its beginning or its end may be missing."""

SMALLEST_TELLING = 4
"""The smallest n for which a right answer proves something; for n = 1, it may be chance."""

SHOWS_ONE_QUEEN = re.compile(
    r"[\dQq]|True|[^\x00-\x7f]|^[ \t|\[(\"']*[^\s|\[(\"'.\-_][ \t|\])\"']*$", re.MULTILINE
)
"""Matches a queen in a text: a number, a usual sign, or any sign that stands alone on a line."""

ANY = "*"
"""The label of a stream that joins all answers of one kind."""


class Delivery(StrEnum):
    """The ways in which a program delivers its solutions, in words."""

    EACH = ""
    ONE = " of a single solution"
    ALL_IN_ONE = " in one list of all solutions"
    BESIDE = " beside another returned value"
    PRINTED = "printed"


FORM_SHAPES: dict[AnswerForm, tuple[str, ...]] = {
    AnswerForm.LISTS: SHAPES,
    AnswerForm.NUMBERS: (ROWS, LINES, INDICES),
    AnswerForm.DIGITS: (ROWS,),
    AnswerForm.SQUARES: PAIRS,
    AnswerForm.SENTENCES: PAIRS,
    AnswerForm.BOARDS: (LINES,),
}
"""The shapes that printed answers of each kind can have."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """One way to read answers. ``column_base`` and ``row_base`` are the first column and row.

    ``shape`` is one of SHAPES; "": the answers are no placements. ``stream`` is the part of the
    output with the answers; None: the program returns them.
    """

    delivery: Delivery
    shape: str
    column_base: int = 0
    row_base: int = 0
    stream: AnswerStream | None = None

    @property
    def words(self) -> str:
        """The format in words."""
        if not self.shape:
            return "an unknown format"
        if self.stream and self.stream.form is AnswerForm.BOARDS:
            return f"printed {self.stream.form}"
        where = f" in printed {self.stream.form}" if self.stream else self.delivery
        if self.by_lines:
            return f"{self.shape}{where}"
        base = self.column_base if self.shape == INDICES else self.row_base
        counted = f", starting at {base}{',' if where else ''}"
        return f"{self.shape}{counted}{where}"

    @property
    def axes(self) -> tuple[int, int]:
        """The numbers that the program gives the first column and row.

        A list of rows does not number its columns; they then count as the rows do.
        """
        return self.column_base if self.shape in {*PAIRS, INDICES} else self.row_base, self.row_base

    @property
    def is_printed(self) -> bool:
        """Whether the answers are printed."""
        return self.stream is not None

    @property
    def by_lines(self) -> bool:
        """Whether the answers are boards, read line by line as the column of each row's queen."""
        return self.shape == LINES


@dataclass(frozen=True, slots=True)
class FormatFit:
    """The numbers of answers: solutions, with the right shape, with rows on the board, and all."""

    right: int = 0
    fitting: int = 0
    on_board: int = 0
    items: int = 0
    exact: bool = False
    """Whether the first MOST_FITTED answers are distinct solutions, as many as there are."""


@dataclass
class Answers:
    """The answers of a program for one n.

    ``values`` are the returned values. ``single``: the program returned one value, no collection.
    ``printed`` is the output.
    """

    values: tuple[Any, ...]
    n: int
    single: bool = False
    printed: str = field(default="", repr=False)
    source: AnswerSource = AnswerSource.ANYWHERE
    is_of_any_size: bool = False
    """Whether the program was not given n, so that it may also print solutions of other boards."""

    def for_board(self, n: int) -> Answers:
        """The same answers as those for n, of a program that was not given n."""
        return replace(self, n=n, is_of_any_size=True)

    def read(self, answer_format: AnswerFormat) -> tuple[Any, ...]:
        """Every answer as rows from 0, column 0 first; an answer in another format is unchanged."""
        if self.n == 1 and self._is_one_queen(answer_format):
            return ((0,),)
        items = self._items(answer_format)
        if items is None or not answer_format.shape:
            is_short = 0 < len(self.values) < self.n and all(map(is_row, self.values))
            if is_short and not self.single and answer_format.delivery is Delivery.ONE:
                return (tuple(row - answer_format.row_base for row in self.values),)
            return () if self.says_none else self.values
        read = (
            rows_of(item, answer_format.shape, self.n, answer_format.column_base) for item in items
        )
        return tuple(
            item if rows is None else tuple(row - answer_format.row_base for row in rows)
            for item, rows in zip(items, read, strict=True)
        )

    def _is_one_queen(self, answer_format: AnswerFormat) -> bool:
        """Whether the answer for n = 1 is one queen, in this format or in a similar one."""
        fit = self.fit(answer_format)
        exact = [other for other, each in self.fits.items() if each.exact]
        is_like = any(other.is_printed is answer_format.is_printed for other in exact)
        # The program may also draw the board on the way.
        is_repeated = answer_format.is_printed and fit.right == fit.items > 1
        if fit.exact or is_repeated or (is_like and not fit.fitting):
            return True
        if answer_format.by_lines and not answer_format.is_printed:
            return self._is_one_square(answer_format)
        several = any(len(items) > 1 for items in self.parsed.items.values())
        shows = SHOWS_ONE_QUEEN.search(self.printed)
        says_none = SAYS_NONE.search(self.printed)
        return answer_format.is_printed and not several and shows is not None and not says_none

    def _is_one_square(self, answer_format: AnswerFormat) -> bool:
        """Whether the answer is a board of one square with a queen."""
        items = self._items(answer_format) or ()
        board = board_lines(items[0], 1) if len(items) == 1 else None
        return bool(board) and not is_empty(board or (), 1)

    @cached_property
    def parsed(self) -> Printed:
        """The output, or the returned texts, taken apart."""
        texts = [value for value in self.values if isinstance(value, str)]
        given = "\n\n".join(texts) if len(texts) == len(self.values) else ""
        text = "" if self.source is AnswerSource.VALUES else self.printed or given
        if len(text) >= MOST_PRINTED:
            return Printed(leftover=["more than fits into 4 MiB"])
        found = parse(text, self.n)
        for items in found.items.values() if self.is_of_any_size else ():
            items[:] = [item for item in items if not _solves_another(item, self.n)]
        return found

    @property
    def is_cut(self) -> bool:
        """Whether the answers are printed, and the output is too long to be judged."""
        is_printed = all(value is None or isinstance(value, (bool, str)) for value in self.values)
        return is_printed and len(self.printed) >= MOST_PRINTED

    @cached_property
    def says_none(self) -> bool:
        """Whether the returned values say that there is no solution, or nothing at all."""
        values = self.values
        if self.single and values == (-1,):
            return True
        empty = [
            value
            for value in values
            if isinstance(value, tuple) and all(isinstance(line, (tuple, str)) for line in value)
        ]
        is_listed = not self.single and len(values) == 1 and is_empty_board(values[0], self.n)
        if len(empty) > 1 or is_listed:  # empty boards in a list do not mean "no solution"
            return False
        return all(says_none(value, self.n) or value is True for value in values) or (
            len(values) == self.n and is_empty_board(values, self.n)
        )

    @property
    def is_empty_list(self) -> bool:
        """Whether the program returned an empty collection."""
        return not self.values and not self.single

    @property
    def holds_nothing(self) -> bool:
        """Whether the program returned a collection of empty lists, such as [[]]."""
        return not self.single and bool(self.values) and all(value == () for value in self.values)

    @property
    def returns_lists(self) -> bool:
        """Whether the program returned lists of n numbers only, which are meant as answers."""
        return not self.single and all(
            isinstance(value, tuple) and len(value) == self.n and all(map(is_row, value))
            for value in self.values
        )

    @cached_property
    def fits(self) -> dict[AnswerFormat, FormatFit]:
        """The fit of each format that fits any answer."""
        return dict(self._fits())

    def fit(self, answer_format: AnswerFormat) -> FormatFit:
        """The fit of this format; if no answer fits, only the number of answers."""
        if known := self.fits.get(answer_format):
            return known
        items = self._items(answer_format)
        if items is None:
            items = () if self.says_none else self.values
        none = not items and not KNOWN_COUNTS[self.n]
        return FormatFit(items=len(items[:MOST_FITTED]), exact=none)

    def _fits(self) -> Iterator[tuple[AnswerFormat, FormatFit]]:
        known = min(KNOWN_COUNTS[self.n], MOST_FITTED)
        together = [(0, 1)] if self.n > 1 else [(0,), (1,)]  # n = 1: the base decides
        for (delivery, stream), bases in product(self._sources(), together):
            source = AnswerFormat(delivery, "", row_base=bases[0], stream=stream)
            items = (self._items(source) or ())[:MOST_FITTED]
            for shape, column_base, row_bases in shapes_of(stream):
                read = (rows_of(item, shape, self.n, column_base) for item in items)
                fitting = [rows for rows in read if rows is not None]
                is_one_board = shape == LINES and delivery is Delivery.ONE
                if not fitting or (self.n == 1 and is_one_board and self.returns_lists):
                    continue  # for n = 1, [[7]] is a list of one row, not a board
                whole = [rows for rows in fitting if len(rows) == self.n]
                for row_base in set(bases) & row_bases:
                    moved = (tuple(row - row_base for row in rows) for rows in whole)
                    packed = pack(moved, self.n).placements()
                    right = packed[is_valid(packed)]
                    distinct = len({bytes(placement) for placement in right})
                    if shape == INDICES and not distinct:
                        continue  # any numbers may be square numbers
                    exact = distinct == len(items) == known
                    fit = FormatFit(len(right), len(fitting), len(packed), len(items), exact)
                    answer_format = AnswerFormat(delivery, shape, column_base, row_base, stream)
                    yield answer_format, fit
                    if stream and (only := self._only(stream)):
                        yield replace(answer_format, stream=only), fit

    def _only(self, wanted: AnswerStream) -> AnswerStream | None:
        """The only stream of this kind, if ``wanted`` joins all of the kind; else None."""
        streams = [stream for stream in self.parsed.items if stream.form is wanted.form]
        is_only = wanted.label == ANY and len(streams) == 1 and not TRIES.search(streams[0].label)
        return streams[0] if is_only else None

    def _sources(self) -> Iterator[tuple[Delivery, AnswerStream | None]]:
        """The places of answers: the returned value, in each delivery, and each stream.

        The only stream of a kind is left out, because the joined stream of the kind equals it.
        """
        if self.source is not AnswerSource.STDOUT:
            for delivery in Delivery:
                if delivery is not Delivery.PRINTED:
                    yield delivery, None
        streams = list(self.parsed.items)
        kinds = [AnswerStream(kind, ANY) for kind in {stream.form: None for stream in streams}]
        only = [self._only(each) for each in kinds]
        for stream in (*kinds, *streams):
            if stream not in only:
                yield Delivery.PRINTED, stream

    def are_any_numbers(self, answer_format: AnswerFormat) -> bool:
        """Whether the answers in this format may as well count something else."""
        read = [each for each in self.parsed.items.items() if _reads(answer_format, each[0])]
        return bool(read) and all(is_any_number(*each, self.n) for each in read)

    @property
    def count(self) -> int | None:
        """The returned number or, if nothing was returned, the printed one; None: no number."""
        if len(self.values) == 1 and is_row(plain(self.values[0])):
            return int(plain(self.values[0]))
        texts = [value for value in self.values if isinstance(value, str)]
        if len(texts) == len(self.values) == 1 and texts[0].strip().isdecimal():
            return int(texts[0].strip()[:9])
        if all(value is None or isinstance(value, (bool, str)) for value in self.values):
            if self.parsed.totals:
                return reported(self.parsed.totals, self.n)
            return _last_number(self.printed or "\n".join(texts))
        return None

    @cached_property
    def _plain(self) -> tuple[Any, ...]:
        return tuple(map(plain, self.values))

    def _items(self, answer_format: AnswerFormat) -> tuple[Any, ...] | None:
        if answer_format.stream:
            return self._stream_items(answer_format, answer_format.stream)
        if self.source is AnswerSource.STDOUT:
            return ()
        values = self._plain
        match answer_format.delivery:
            case Delivery.ONE:
                return self._one(values)
            case Delivery.ALL_IN_ONE:
                return self._all_in_one(values)
            case Delivery.BESIDE:
                return self._beside(values)
        return () if self.says_none else values

    def _stream_items(self, answer_format: AnswerFormat, stream: AnswerStream) -> tuple[Any, ...]:
        items = tuple(self._streamed(stream))
        if self.n == 1 and len(items) == 2 and sorted(map(str, items)) == ["(0,)", "(1,)"]:
            return ((answer_format.row_base,),)  # a board beside a list, or a number before it
        counted = self.n == 1 and stream.form is AnswerForm.NUMBERS and items[:1] == ((1,),)
        return items[1:] if counted and len(items) == 2 else items

    def _streamed(self, wanted: AnswerStream) -> Iterator[Any]:
        for stream, items in self.parsed.items.items():
            is_any = stream.form is wanted.form and not TRIES.search(stream.label)
            if stream == wanted or (wanted.label == ANY and is_any):
                yield from items

    def _all_in_one(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        if self.says_none and not all(value == () for value in values):
            return ()
        if not all(isinstance(value, tuple) for value in values):
            return None
        if self.n >= SMALLEST_TELLING and values and all(map(is_drawn, values)):
            return None
        items = tuple(item for value in values for item in value)
        texts = sum(isinstance(item, str) for item in items)
        # Texts among other items only name those items.
        return items if texts in {0, len(items)} else None

    def _one(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The values as one solution; () if they say "no solution", None if they cannot be one."""
        if self.says_none or not values:
            return ()
        if self.single:
            return values
        if all(map(is_row, values)) and len(values) in {self.n, self.n * self.n}:
            return (values,)
        if len(values) == self.n and (_are_squares(values) or board_lines(values, self.n)):
            return (values,)
        return None

    def _beside(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The solutions among returned values, beside a number; None for any other values."""
        found = [value for value in values if isinstance(value, tuple)]
        if self.single or len(values) < 2 or len(found) > 1:  # several lists are all answers
            return None
        numbers = [value for value in values if isinstance(value, (int, float))]
        if len(values) > 2 and not (found and len(numbers) == len(values) - 1):
            return None
        is_none = any(says_none(value, self.n) for value in values)
        return found[0] if found else () if is_none else None

    def number_beside(self, answer_format: AnswerFormat) -> int | None:
        """The number of solutions that the program claims beside its answers; None: no number."""
        if answer_format.delivery is Delivery.BESIDE and not self.single:
            return next(filter(is_row, self.values), None)
        return reported(self.parsed.totals, self.n)


def _solves_another(item: Any, n: int) -> bool:
    """Whether the item is a list of rows that solves a board of another size."""
    size = len(item)
    if size == n or size < SMALLEST_TELLING or not all(map(is_row, item)):
        return False
    return min(item) in {0, 1} and max(item) - min(item) == size - 1 and is_solution(item)


def is_solution(rows: Sequence[int]) -> bool:
    """Whether no two of these queens, one in each column, share a row or a diagonal."""
    by_sum = {row + column for column, row in enumerate(rows)}
    by_difference = {row - column for column, row in enumerate(rows)}
    return len({*rows}) == len(by_sum) == len(by_difference) == len(rows)


def _last_number(text: str) -> int | None:
    """The last number that is no part of a word or of a decimal fraction."""
    words = [word.strip(".") for word in re.findall(r"[\w.]+", text)]
    numbers = [word for word in words if word.isdecimal()]
    return int(numbers[-1][:9]) if numbers else None


def shapes_of(stream: AnswerStream | None) -> Iterator[tuple[str, int, set[int]]]:
    """Each possible shape of answers in the stream, with a first column and its first rows."""
    for shape in FORM_SHAPES[stream.form] if stream else SHAPES:
        row_bases = {0} if shape in {LINES, INDICES} else {0, 1}
        for column_base in (0, 1) if shape in {*PAIRS, INDICES} else (0,):
            yield shape, column_base, row_bases


def choose_format(answers: Mapping[int, Answers]) -> AnswerFormat:
    """The format that fits the answers for all n best; of equals, the plainest.

    A smaller n decides before a larger one, so a larger n cannot change the verdict on a smaller.
    """
    formats = {answer_format for each in answers.values() for answer_format in each.fits}
    return _best(formats, answers) or AnswerFormat(Delivery.EACH, "")


def _best(formats: set[AnswerFormat], answers: Mapping[int, Answers]) -> AnswerFormat | None:
    deciding = {n: answer for n, answer in answers.items() if n > 1} or answers

    def rank(answer_format: AnswerFormat) -> tuple[float, ...]:
        fits = [answer.fit(answer_format) for answer in deciding.values()]
        fitting, items = sum(each.fitting for each in fits), sum(each.items for each in fits)
        prints = any(answer.printed.strip() for answer in deciding.values())
        if answer_format.is_printed and not fitting and len(deciding) > 1 and prints:
            return ()
        return (
            *(float(fit.exact) for fit in fits),
            *(float(fit.right) for fit in fits),
            fitting / (items or 1),
            sum(fit.on_board for fit in fits) / (items or 1),
            # The board of one square decides where nothing else does.
            float(1 in answers and answers[1].fit(answer_format).exact),
        )

    best = max(sorted(formats, key=_plainness), key=rank, default=None)  # the first of equals
    return best if best and rank(best) else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a program about the board of one size.

    ``is_true``: the claim is known to be true. ``is_unambiguous``: the claim has one possible
    meaning, so that the program is wrong if the claim is false.
    """

    finding: Finding
    is_true: bool = False
    is_unambiguous: bool = False
    number: int | None = None
    """The claimed number of solutions; None: the claim states no number."""
    form: AnswerForm | None = None
    """The form of the claimed placements; None: the claim has no placements."""
    right: int = 0
    """The number of solutions among the claimed placements, each counted once."""

    @property
    def n(self) -> int:
        """The size of the board."""
        return self.finding.n

    @property
    def rank(self) -> tuple[bool, int]:
        """The order of claims: plain ones first, then those for smaller boards."""
        return not self.is_unambiguous, self.n


def unexplained_claims(
    answers: Mapping[int, Answers], answer_format: AnswerFormat, task: Task | None = None
) -> Iterator[Claim]:
    """The claims of the program that the format does not explain, smallest n first."""
    formats = _formats_beside(answers, answer_format)
    counts = _counts_beside(answers, answer_format)
    for n, each in sorted(answers.items()):
        yield from _number_alone(n, each, answer_format)
        yield from _number_returned(n, answers, answer_format)
        beside = counts.get(n)
        if beside is not None and beside != KNOWN_COUNTS[n] and task is not Task.ONE:
            says = finding(Fact.REPORTS, n, number=beside)
            yield Claim(says, is_unambiguous=True, number=beside)
        if not answer_format.is_printed and not each.printed.strip():
            continue
        yield from _left_over(n, each, answer_format)
        if answer_format.is_printed and each.returns_lists and not each.says_none:
            exact = [other for other, fit in each.fits.items() if fit.exact]
            if n > 1 and all(other.is_printed for other in exact):
                yield Claim(finding(Fact.RETURNS_NO_SOLUTION, n), is_unambiguous=True)
        for stream, other in formats.items():
            items = each.parsed.items.get(stream, [])
            fit = each.fit(other) if other else FormatFit()
            is_right = fit.right == fit.items  # solutions, repeated as an example
            if n == 1 or not items or (other and is_right):  # a 0 may be an empty board
                continue
            definite = _is_definite(stream, items, n)
            if not answer_format.is_printed and stream.form is not AnswerForm.BOARDS:
                continue  # printed on the way to the returned value
            plainly = (
                answer_format.is_printed
                and definite
                and not stream.label
                and not _label_of(answer_format)
            )
            yield Claim(finding(Fact.PRINTS_WRONG, n, kind=stream.form), is_unambiguous=plainly)


def _counts_beside(answers: Mapping[int, Answers], answer_format: AnswerFormat) -> dict[int, int]:
    """The claimed number of solutions for each n; empty if the numbers count something else."""
    numbers = {n: each.number_beside(answer_format) for n, each in answers.items()}
    told = {n: number for n, number in numbers.items() if number is not None}
    apart = {number - KNOWN_COUNTS[n] for n, number in told.items()}
    right = [n for n, number in told.items() if number == KNOWN_COUNTS[n]]
    is_near = all(abs(each) <= 1 for each in apart)
    is_meant = is_near or len(apart) == 1 or max(right, default=0) >= SMALLEST_TELLING
    return told if is_meant or answer_format.delivery is not Delivery.BESIDE else {}


def _left_over(n: int, answers: Answers, answer_format: AnswerFormat) -> Iterator[Claim]:
    """The claims of printed text that the format cannot read, or that may show tries only."""
    if not answer_format.stream:
        return
    printed, fit = answers.parsed, answers.fit(answer_format)
    for queens in printed.crowded[:1]:
        yield Claim(finding(Fact.DRAWS_CROWDED, n, queens=queens))
    for text in printed.leftover[:1]:
        yield Claim(finding(Fact.PRINTS_UNREADABLE, n, shown=repr(text[:60])))
    if printed.partial and fit.right == fit.items > KNOWN_COUNTS[n]:
        yield Claim(finding(Fact.SHOWS_ITS_WAY, n))
    is_doubtful = TRIES.search(answer_format.stream.label) or SAYS_NONE.search(answers.printed)
    if is_doubtful and fit.right < fit.items:
        yield Claim(finding(Fact.PRINTS_WRONG, n, kind=answer_format.stream.form))


def _number_alone(n: int, answers: Answers, answer_format: AnswerFormat) -> Iterator[Claim]:
    """A claim if the only number on a line of its own is neither n nor the number of solutions."""
    numbers = answers.parsed.numbers
    if (
        answer_format.is_printed
        and n > 3
        and len(numbers) == 1
        and numbers[0] not in {n, KNOWN_COUNTS[n]}
    ):
        says = finding(Fact.PRINTS_UNREADABLE, n, shown=numbers[0])
        yield Claim(says, number=numbers[0])


def _number_returned(
    n: int, answers: Mapping[int, Answers], answer_format: AnswerFormat
) -> Iterator[Claim]:
    """A claim if a program prints its solutions and returns a wrong number of them for this n.

    It returns the right number for at least two others.
    """
    if not answer_format.is_printed:
        return
    returned = {
        size: each.values[0]
        for size, each in answers.items()
        if each.single and len(each.values) == 1 and is_row(each.values[0])
    }
    right = [size for size, number in returned.items() if number == KNOWN_COUNTS[size] > 1]
    if returned.get(n, KNOWN_COUNTS[n]) != KNOWN_COUNTS[n] and len(right) > 1:
        yield Claim(finding(Fact.RETURNS_NUMBER, n, number=returned[n]), is_unambiguous=True)


def _formats_beside(
    answers: Mapping[int, Answers], answer_format: AnswerFormat
) -> dict[AnswerStream, AnswerFormat | None]:
    """The other streams that look like answers, each with the format that fits it best."""
    streams = dict.fromkeys(
        stream
        for each in answers.values()
        for stream in each.parsed.items
        if not _reads(answer_format, stream)
        and (not _is_aside(stream) or stream.label == _label_of(answer_format) != "")
        and not _are_headings(stream, answers)
        and not _are_of_one_length(stream, answers)
    )
    formats = {other for each in answers.values() for other in each.fits}
    return {
        stream: _best({other for other in formats if other.stream == stream}, answers)
        for stream in streams
    }


COLUMN_WORDS = re.compile(r"\b(col|row|index|spalte|zeile|fila)")


def _are_headings(stream: AnswerStream, answers: Mapping[int, Answers]) -> bool:
    """Whether the stream only names the columns: "column: 1 2 3 4"."""
    named = [
        (tuple(item), n)
        for n, each in answers.items()
        for item in each.parsed.items.get(stream, [])
        if len(item) == n
    ]
    is_identity = all(item in {tuple(range(n)), tuple(range(1, n + 1))} for item, n in named)
    return bool(COLUMN_WORDS.search(stream.label)) and is_identity and any(n > 3 for _, n in named)


def _are_of_one_length(stream: AnswerStream, answers: Mapping[int, Answers]) -> bool:
    """Whether all items, for several n, have one length, and no n is that length."""
    items = {n: each.parsed.items.get(stream, []) for n, each in answers.items()}
    lengths = {len(item) for of_n in items.values() for item in of_n}
    return len(lengths) == 1 < sum(map(bool, items.values())) and not lengths & items.keys()


def _is_aside(stream: AnswerStream) -> bool:
    """Whether the stream reports tries, or numbers within sentences."""
    in_words = stream.form is AnswerForm.SENTENCES or (
        stream.form is AnswerForm.DIGITS and stream.label
    )
    return bool(in_words or TRIES.search(stream.label))


def _reads(answer_format: AnswerFormat, stream: AnswerStream) -> bool:
    if answer_format.stream is None:
        return False
    return answer_format.stream.form is stream.form and answer_format.stream.label in {
        ANY,
        stream.label,
    }


def _label_of(answer_format: AnswerFormat) -> str:
    return answer_format.stream.label.strip(ANY) if answer_format.stream else ""


def _is_definite(stream: AnswerStream, items: list[Any], n: int) -> bool:
    """Whether the items are boards or lists of n rows, or one is plainly a placement."""
    if stream.form is AnswerForm.BOARDS:
        return True
    rows = [item for item in items if len(item) == n and all(map(is_row, item))]
    whole = {tuple(range(base, n + base)) for base in (0, 1)}  # more likely headings of columns
    plain = [item for item in rows if tuple(sorted(item)) in whole and item not in whole]
    return stream.form in {AnswerForm.LISTS, AnswerForm.NUMBERS} and (rows == items or bool(plain))


def _are_squares(values: tuple[Any, ...]) -> bool:
    return all(
        isinstance(element, DottedPair) or (isinstance(element, tuple) and len(element) == 2)
        for element in values
    )


def _plainness(answer_format: AnswerFormat) -> tuple[Any, ...]:
    stream = answer_format.stream or AnswerStream(AnswerForm.LISTS)
    return (
        list(Delivery).index(answer_format.delivery),
        list(AnswerForm).index(stream.form),
        stream.label != ANY,
        stream.label,
        SHAPES.index(answer_format.shape),
        answer_format.row_base,
        answer_format.column_base,
    )
