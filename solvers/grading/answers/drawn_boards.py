"""Drawn boards: n lines of cells, and the squares of the queens among them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from solvers.grading.answers.number_lines import LINES_KEPT
from solvers.puzzle.problem import share_a_line

QUEEN_SIGNS = (
    *("q", "queen", "♛", "♕", "👑", "👸", "qq", "1", 1, True, "x", "r", "d", "reina", "dame"),
    *("rainha", "regina", "#", "@", "*", "o", "■", "●"),
)
"""The signs of a queen, the plainest first: on a board with a Q, an X is no queen."""

SURELY_EMPTY = (
    *("", ".", "-", "_", "·", "0", 0, False, None, "empty", "□", "▢", "⬜", "⬛", "▪", "▫", "▯"),
)
"""The signs of an empty square that are never a queen."""

EMPTY_SIGNS = (
    *SURELY_EMPTY,
    *("*", "+", "x", "#", "o", "e", ":", "|", "/", "1", "b", "w", "~", "=", "%", "■"),
)
"""The signs of an empty square beside the sign of a queen."""

MOST_SYMBOLS = 4
"""The most symbols of a drawn board: a queen, and squares of two or three kinds."""

Symbol = tuple[type, Any]


def columns_of(lines: Sequence[Sequence[Any]], n: int) -> tuple[int, ...] | None:
    """The column of the queen on each of n lines of n cells; None unless each has one queen."""
    squares = queens_on(lines, n)
    if squares is None or [row for row, _ in squares] != list(range(n)):
        return None
    return tuple(column for _, column in squares)


def placement_of(columns: Any) -> Any:
    """The placement of a drawn board with its queens in these columns, line by line.

    Columns that are not each of 0 to n - 1 once, and any other value, are returned unchanged.
    """
    if not isinstance(columns, tuple) or {*map(type, columns)} != {int}:
        return columns
    if sorted(columns) != list(range(len(columns))):
        return columns
    return tuple(columns.index(column) for column in range(len(columns)))


def queens_on(lines: Sequence[Sequence[Any]], n: int) -> list[tuple[int, int]] | None:
    """The squares of all queens, line by line; None unless n x n cells show a board with queens."""
    if len(lines) != n or any(len(line) != n for line in lines):
        return None
    cells = [[_symbol(cell) for cell in line] for line in lines]
    counts = Counter(cell for line in cells for cell in line)
    queens = _queens(counts, n)
    if queens is None:
        return None
    return [
        (row, column)
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
        if cell in queens
    ]


def is_empty(lines: Sequence[Sequence[Any]], n: int) -> bool:
    """Whether the lines are a board without a queen."""
    if len(lines) != n or any(len(line) != n for line in lines):
        return False
    symbols = {_symbol(cell) for line in lines for cell in line}
    if n == 1 or not symbols <= _EMPTY_SYMBOLS:
        return symbols <= _SURELY_EMPTY_SYMBOLS
    has_queens = symbols & set(_QUEEN_SYMBOLS) and len(symbols) > 1
    # On an empty chequered board of 2 x 2, each sign stands once on each line.
    return not has_queens and (n == 2 or columns_of(lines, n) is None)


def any_attack(squares: Sequence[tuple[int, int]]) -> bool:
    """Whether two of these queens attack each other."""
    return any(share_a_line(square, other) for square, other in combinations(squares, 2))


def _symbol(cell: Any) -> Symbol:
    """The symbol of a cell, which is the same for all its spellings."""
    if isinstance(cell, str):
        return str, _spelled(cell)
    if isinstance(cell, float) and cell.is_integer():
        return int, int(cell)
    return type(cell), cell


@lru_cache(maxsize=256)  # boards repeat a few cells thousands of times
def _spelled(cell: str) -> str:
    return re.sub(r"^q\d+$", "q", cell.strip(" []()'\"").lower())


_QUEEN_SYMBOLS = tuple(map(_symbol, QUEEN_SIGNS))
_SURE_SYMBOLS = set(_QUEEN_SYMBOLS[:6])
_EMPTY_SYMBOLS = set(map(_symbol, EMPTY_SIGNS))
_SURELY_EMPTY_SYMBOLS = set(map(_symbol, SURELY_EMPTY))


def _queens(counts: Counter[Symbol], n: int) -> set[Symbol] | None:
    """The symbols of queens: one, or the numbers 1 to n; None if the cells are no board."""
    numbers = {
        value for kind, value in counts if kind is int or (kind is str and value.isdecimal())
    }
    placed = {int(value) for value in numbers} - {0}
    if len(numbers) == len(counts) and placed == set(range(1, n + 1)) and n > 1:
        named = {symbol for symbol in counts if int(symbol[1])}
        return named if all(counts[symbol] == 1 for symbol in named) else None
    if n == 1 and all(kind is int and value for kind, value in counts):
        return set(counts)
    if len(counts) > MOST_SYMBOLS:
        return None
    for queen in _possible(counts, n):
        others = set(counts) - {queen}
        has_words = any(str(value).isalnum() for _, value in others)
        is_sure = queen in _SURE_SYMBOLS and counts[queen] == n and not has_words
        if others <= _EMPTY_SYMBOLS or len(counts) == 2 or is_sure:
            return {queen}
    return None


def _possible(counts: Counter[Symbol], n: int) -> Iterator[Symbol]:
    known = [queen for queen in _QUEEN_SYMBOLS if queen in counts]
    others = [symbol for symbol, times in counts.items() if times == n > 1 and symbol not in known]
    first = [queen for queen in known if queen in _SURE_SYMBOLS or counts[queen] == n]
    yield from first
    yield from (symbol for symbol in others if symbol not in _EMPTY_SYMBOLS)
    yield from (queen for queen in known if queen not in first)
    yield from (symbol for symbol in others if symbol in _EMPTY_SYMBOLS)


SURE_QUEEN_SIGNS = set("Qq♛♕👑")
"""The characters that mean a queen in any line."""

LONE_QUEEN_SIGNS = SURE_QUEEN_SIGNS | set("X*#1")
"""The characters that mean a queen where they stand alone in a line."""

BOARD_LINE = re.compile(r"[\sQq♛♕👑.\-_*+·#|│□■⬜⬛0xXoO]+")
BORDER = re.compile(r"[-+=|_*~#‾¯─━═┼┬┴├┤┌┐└┘╋│║╔╗╚╝╠╣╦╩╬\s]+")
RULE = re.compile(r"[-=_*~#‾¯─━═┼┬┴╋╬╦╩]{2}|\+-\+")
BETWEEN_ROWS = re.compile(r" ?[/;,|] ?")
GAP = re.compile(r"\s{2,9}")
BARS = re.compile(r"[|│║]")
SIGNS = re.compile(r"[\[\](),'\"|│║]")

LONGEST_CELL, MOST_CELL_KINDS = 8, 4
"""The most characters of a cell, and the most kinds of cells in one line."""

Grid = list[list[str]]


def boards(lines: Sequence[str], shown: Sequence[int], n: int) -> Iterator[tuple[list[int], Grid]]:
    """Every board on the lines with the indices ``shown``, with the indices of the board's lines.

    Boards with one queen per line go first: another board may seem to begin in the middle of one.
    """
    fitting = {number for number in shown if _fits(lines[number], n)}
    free = list(shown)
    for only_whole in (True, False):
        first, kept = 0, []
        while first < len(free):
            at = free[first : first + n]
            grid = grid_of(tuple(lines[number] for number in at), n) if at[0] in fitting else None
            if grid and (not only_whole or columns_of(grid, n)):
                yield at, grid
                first += n
            else:
                kept.append(free[first])
                first += 1
        free = kept


@lru_cache(LINES_KEPT)
def grid_of(lines: tuple[str, ...], n: int) -> Grid | None:
    """The cells of n lines, all read in one style; None if the lines are no board."""
    return _grid([_read(line, n) for line in lines], n)


def _fits(line: str, n: int) -> bool:
    """Whether the line may belong to a board."""
    styles, place, _ = _read(line, n)
    return place is not None or any(len(cells) >= n for cells in styles)


Read = tuple[Grid, int | None, str]
"""The cells of a line in each style, the place of the queen on it, and the line."""


@lru_cache(LINES_KEPT)
def _read(line: str, n: int) -> Read:
    place = None if _is_wider(line, n) else _place(line)
    return [style(line, n) for style in STYLES], place, line


def _grid(read: Sequence[Read], n: int) -> Grid | None:
    if len(read) < n:
        return None
    for style in range(len(STYLES)):
        if all(len(cells[style]) >= n for cells, *_ in read):
            grid = _without_names([cells[style] for cells, *_ in read], n)
            if (
                grid
                and not _is_framed(grid)
                and (queens_on(grid, n) is not None or is_empty(grid, n))
            ):
                return grid
    places = [place for _, place, _ in read if place is not None]
    is_board = len(places) == n and _end_alike([line for *_, line in read])
    return _by_places(places) if is_board else None


def _end_alike(lines: Sequence[str]) -> bool:
    """Whether the lines are of one length, or each ends with its queen."""
    bare = [line.rstrip() for line in lines]
    ends_with_queen = all(line[-1:] in LONE_QUEEN_SIGNS for line in bare)
    return ends_with_queen or 1 in {len({*map(len, lines)}), len({*map(len, bare)})}


def _is_framed(grid: Grid) -> bool:
    """Whether the first column is the space outside of a frame, so that the board is narrower."""
    return not any(row[0] for row in grid) and any(cell for row in grid for cell in row)


def _by_bars(line: str, n: int) -> list[str]:
    cells = [cell.strip() for cell in BARS.split(line.strip())]
    for end in (-1, 0):
        if len(cells) > n and not cells[end]:
            del cells[end]
    return cells if len(cells) > 1 else []


def _by_words(line: str, n: int) -> list[str]:
    words = SIGNS.sub(" ", line).split()
    return words if len(words) <= n + 2 else []


def _by_characters(line: str, n: int) -> list[str]:
    if len(line) == n and not _is_spaced(line):
        return list(line)
    words = line.strip(" |").split()
    if len(words) == 2 and words[0].rstrip(".:)").isdecimal():  # the line is numbered
        return [words[0], *words[1]] if len(words[1]) == n else []
    is_one = len(words) == 1 and len(words[0]) == n and not _is_spaced(words[0])
    return list(words[0]) if is_one else []


def _is_spaced(line: str) -> bool:
    """Whether every second character only keeps cells apart: "Q . . .", "|Q| | |"."""
    return any(
        len(between) > 1 == len(set(between))
        and (BARS.match(between) or (between[0] == " " and " " not in cells))
        for between, cells in ((line[::2], line[1::2]), (line[1::2], line[::2]))
    )


STYLES = (_by_bars, _by_words, _by_characters)


def _without_names(rows: Grid, n: int) -> Grid | None:
    """The rows without the names of lines at either end; None unless n cells per row remain."""
    for end in (0, -1):
        if all(len(row) > n for row in rows) and are_names(
            [row[end] for row in rows], of_lines=True
        ):
            rows = [row[1:] if end == 0 else row[:-1] for row in rows]
    return rows if all(len(row) == n and _are_cells(row) for row in rows) else None


def _place(line: str) -> int | None:
    """The index of the only queen in a line; None for no queen or several."""
    bare = line.strip(" \t.")
    if len(bare) == 1 and bare in LONE_QUEEN_SIGNS:
        return line.index(bare)
    queens = SURE_QUEEN_SIGNS.intersection(line)
    is_only = len(queens) == 1 and line.count(sign := next(iter(queens))) == 1
    return line.index(sign) if is_only and sum(map(str.isalnum, line)) <= 1 else None


def _is_wider(line: str, n: int) -> bool:
    """Whether the line has more than n squares, and so belongs to a larger board."""
    between_bars = [cell.strip() for cell in BARS.split(line.strip())]
    cells = [cell for cell in between_bars[:1] + between_bars[-1:] if cell in SURE_QUEEN_SIGNS]
    if len(between_bars) > 1 and len(between_bars[1:-1] + cells) > n:
        return True
    words = SIGNS.sub(" ", line).split()
    signs = words if len(words) > 1 else list("".join(words))
    if not all(len(sign) == 1 for sign in signs):
        return False
    squares = [sign for sign in signs if sign in LONE_QUEEN_SIGNS or not sign.isalnum()]
    # The squares before may be wide.
    ends_with_queen = squares[-1:] and squares[-1] in SURE_QUEEN_SIGNS
    is_separated = any(
        len(between) == 1 and not between & others
        for between, others in (
            (set(squares[::2]), set(squares[1::2])),
            (set(squares[1::2]), set(squares[::2])),
        )
    )
    return len(squares) > n and not ends_with_queen and not is_separated


def _by_places(places: Sequence[int]) -> Grid | None:
    """The board with queens at these places, if they are columns at equal distances; else None."""
    columns = sorted(places)
    steps = {after - before for before, after in pairwise(columns)}
    if len(steps) != 1 or 0 in steps:
        return None
    return [["Q" if place == column else "." for column in columns] for place in places]


def are_names(names: Sequence[str], *, of_lines: bool = False) -> bool:
    """Whether the names count up: a b c, 1 2 3; names of lines may count down: 8. 7. 6."""
    bare = [name.rstrip(".:)") for name in names]
    if not all(name.isdecimal() or len(name) == 1 for name in bare) or not bare:
        return False
    codes = [int(name[:9]) if name.isdecimal() else ord(name) for name in bare]
    step = -1 if of_lines and codes[-1] < codes[0] else 1
    return codes == list(range(codes[0], codes[0] + step * len(codes), step))


def _are_cells(cells: Sequence[str]) -> bool:
    """Whether these may be the cells of one line: few symbols, or zeros and one other number."""
    bare = [cell.strip() for cell in cells]
    if all(cell.isdecimal() for cell in bare):
        others = len(bare) - bare.count("0")
        return others <= 1 < len(bare) - 1 or (len(bare) == 2 and "0" in bare)
    kinds = {cell.lower() for cell in bare}
    longest = max(map(len, kinds))
    return (
        len(kinds) <= MOST_CELL_KINDS
        and not any(cell.split()[1:] for cell in kinds)
        and longest <= LONGEST_CELL
        and (longest <= 2 or len(kinds) <= 2)  # queen and empty
    )


@lru_cache(LINES_KEPT)
def is_border(line: str, n: int) -> bool:
    """Whether the line is a rule between lines of squares: +---+---+, ======."""
    bare = line.strip()
    if not bare or not BORDER.fullmatch(bare) or (len(bare) <= n and set(bare) != {"="}):
        return False
    if not RULE.search(bare):
        return False
    return "|" not in bare or "+" in bare or set(bare) <= set("|-+=_")


def _unfolded(line: str, n: int) -> list[str]:
    """The rows of a board on one line: ".Q.. / ...Q / Q... / ..Q."; else the line."""
    rows = BETWEEN_ROWS.split(line.strip()) if SURE_QUEEN_SIGNS & set(line) else []
    is_board = len(rows) == n > 1 and all(len(row.replace(" ", "")) == n for row in rows)
    return ["", *rows, ""] if is_board else [line]


def single_spaced(lines: Sequence[str]) -> list[str]:
    """The lines without the blank ones that a program prints after each line of a board."""
    rows = {
        at
        for at, line in enumerate(lines)
        if line.strip() and BOARD_LINE.fullmatch(line.replace("1", "0"))
    }
    apart = {at for at in rows if not rows & {at - 1, at + 1}}
    between = {at + 1 for at in apart if at + 2 in apart and not lines[at + 1].strip()}
    return [line for at, line in enumerate(lines) if at not in between]


def unframed(lines: Sequence[str]) -> list[str]:
    """The lines, with each board without its frame of * or #."""
    told = list(lines)
    bare = [line.strip() for line in lines]
    rules = [at for at, line in enumerate(bare) if len(line) > 2 and {*line} in ({"*"}, {"#"})]
    for top, bottom in pairwise(rules):
        inside, sign = bare[top + 1 : bottom], bare[top][0]
        if inside and all(line[:1] == line[-1:] == sign for line in inside):
            told[top : bottom + 1] = ["", *(line[1:-1] for line in inside), ""]
    return told


def one_below_another(lines: Sequence[str], n: int) -> list[str]:
    """The lines, with boards that stood side by side or on one line now below each other."""
    lines = [part for line in lines for part in _unfolded(line, n)]
    parts = [GAP.split(line.strip()) if SURE_QUEEN_SIGNS & set(line) else [] for line in lines]
    parts = [each if min(map(len, each), default=0) >= n else [] for each in parts]
    told: list[str] = []
    first = 0
    while first < len(lines):
        rows = parts[first : first + n]
        beside = len(rows[0])
        fits = beside > 1 < n == len(rows) and all(len(row) == beside for row in rows)
        columns = list(zip(*rows, strict=True)) if fits else []
        if columns and all(grid_of(column, n) for column in columns):
            told += [line for column in columns for line in ("", *column)]
            first += n
        else:
            told.append(lines[first])
            first += 1
    return told
