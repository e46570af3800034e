"""Lines with numbers: the numbers, the words between them, and the total that a line reports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial

from solvers.puzzle.problem import KNOWN_COUNTS

LINES_KEPT = 1 << 15
"""The lines in each cache: programs repeat lines, and a text is read for several n."""

NUMBER = re.compile(r"(?:(?<![^\s,;:=])-)?\d+(?:\.\d+)*")
"""Matches a number; one with a point is a fraction or a version, and is left out."""

AFTER = re.compile(
    r"\s{1,4}(?:(?:distinct|different|total|valid|possible|unique|correct|legal|complete)\s){0,2}"
    r"solutions?\b(?!\s(?:tried|checked|tested|so far|not|up to|left|per))",
    re.IGNORECASE,
)
"""The words behind a number of solutions."""

NAMED = re.compile(
    r'"(?:count|total|num(?:ber)?_?(?:of_?)?solutions)"\s?:\s?(\d{1,18})', re.IGNORECASE
)
GIVEN = re.compile(
    r"(?i)\bsolutions\s?[=:]\s?(\d{1,9})\b"
    r"(?!\.\d|[\s,;|/]*\d|\s?(?:of|shown|more|so far|tried|checked|per|up|or)\b)"
)
WAYS = re.compile(
    r"\bin (\d{1,9}) (?:\w{1,12} )?ways\b|\b(\d{1,9}) (?:\w{1,12} )?ways (?:to|of)\b", re.IGNORECASE
)
"""The words around a number of ways to place the queens."""

ARRANGEMENTS = {number: n for n in range(4, 13) for number in (factorial(n), n**n, comb(n * n, n))}
"""The size for each number of ways to place n queens that may attack each other."""

OUT_OF = re.compile(r"(?i)\b(\d{1,9}) (?:out )?of (\d{1,18})\b(?=.*\b(?:solutions?|solves?)\b)")
"""A number of solutions, and of the arrangements among which they are: 2 of 24."""

OF_SO_MANY = re.compile(r"(?i)\bsolution\s?#?\s?\d{1,9}\s?(?:of|/)\s?(\d{1,9})\b")

IN_A_ROW = re.compile(r"\d[\s,;|]{1,9}\d{1,9}[\s,;|]{1,9}$")
"""Two numbers before a third one, without a word between them."""

ABROAD = {
    "no": "keine|ohne|aucune|pas de|sans|ninguna|sin|no hay|no existe|no tiene|nessuna|nenhuma|geen"
    "|ingen|brak|нет",
    "solutions": "soluciones|lösungen|loesungen|løsninger|loesninger|lösningar|soluzioni|soluções"
    "|solucoes|oplossingen|rozwiązań|rozwiązania|řešení|решений|решения|рішень|çözüm(?: say\\w+)?",
    "solution": "solución|solucion|lösung|loesung|løsning|loesning|lösning|soluzione|solução"
    "|solucao|oplossing",
    "for": "für|fuer|para|pour|voor|för",
    "queens": "damen|reinas|reines|dames|dronninger|drottningar|regine|rainhas|koninginnen",
    "exist": "gefunden|insgesamt|gibt|fundet|findes|i alt|en total|encontradas|encontrados|totales"
    "|trouvées|trovate|gevonden",
    "step": "schritte|aufrufe|versuche|pasos|llamadas|intentos|skridt|forsøg|kald|appels|essais",
}
"""For each English word, the words of other languages."""

CHINESE = {
    " no solution": "[无無]解|[没沒]有解",
    " solutions": r"(?<!第\d)(?<!第\d\d)(?<!第\d\d\d)[个個种種组組](?:解法?|方案)"
    "|解法?[的の]?(?:总数|總數|数量|數量|个数|個數|数|數)",
    " queens ": "皇后",
}
"""For each English word, the words of Chinese and Japanese, which have no spaces around them."""

ENGLISH = [*ABROAD, *CHINESE]
FOREIGN = re.compile(
    rf"\b(?:{'|'.join(f'({words})' for words in ABROAD.values())})\b|"
    + "|".join(f"({words})" for words in CHINESE.values()),
    re.IGNORECASE,
)

SUBJECTS = {"solutions", "total", "count", "found"}
SIZE_WORDS = {"for", "n", "queens", "board", "size", "with", "a", "the", "x", "by", "on", "problem"}
LINKS = {"is", "are", "was", "were", "found", "number", "total", "count", "of", "exist", "there"}

EFFORT = re.compile(
    r"step|call|node|backtrack|move|check|attempt|iterat|recurs|conflict|tr(?:y|ie)|time|second"
    r"|test|pass|assign|push|visit|operation|compar|square|cell|placement|queens placed",
    re.IGNORECASE,
)
"""A line with one of these words counts work, unless "solutions" stands behind its number."""

OF_SIZE = re.compile(r"\b(?:n|size)\s?=\s?$", re.IGNORECASE)
"""The words before a size, such as "n = " in "n = 8  solutions: 92"."""

SHOWN_ONLY = re.compile(r"\b(show|first|display|here|example|sample)", re.IGNORECASE)
"""The words before a number of some solutions only: "the first 3", but not "3 of 92"."""

KNOWN_CLASSES = (1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787)
"""The number of symmetry classes of solutions for n = 0 to 12: OEIS A002562."""

CLASSES = re.compile(r"fundamental|symmetr|inequivalent|essential|unique|distinct", re.IGNORECASE)

NO_SOLUTION = re.compile(
    r"(?i)\bno (?:valid )?solutions?\b(?! (?:with|where|yet|start))|solutions? do(?:es)? not exist"
)
"""The words of a line about a size without a solution."""

ALL = re.compile(
    r"\b(?:all|every|each|alle|todas|toutes)\b[^\n.:,]{0,40}\b(?:solu|lösung|placement|arrangement|way)",
    re.IGNORECASE,
)
"""The words that promise all solutions."""

A_TOTAL = re.compile(r"(?i)\b(?:total|number of)[^\n\d]{1,12}\bsolutions? ?[:=]")
"""The words before the number of all solutions, not of those found so far."""


def in_english(text: str) -> str:
    """The text with the words of ABROAD and CHINESE in English."""
    return FOREIGN.sub(lambda match: ENGLISH[(match.lastindex or 1) - 1], text)


@lru_cache(LINES_KEPT)
def total(line: str) -> tuple[int, int, int] | None:
    """The number of solutions that the line reports, its start and its end; None: no number."""
    told = _total(line)
    before = line[: told[1]] if told else ""
    is_some = SHOWN_ONLY.search(before) and not before.endswith((" of ", " of the "))
    return None if is_some else told


def reported(numbers: Sequence[int], n: int) -> int | None:
    """The last number, or the sum if that is the number of solutions for n; None: no number."""
    is_in_parts = len(numbers) > 1 and sum(numbers) == KNOWN_COUNTS[n]
    return sum(numbers) if is_in_parts else numbers[-1] if numbers else None


def _total(line: str) -> tuple[int, int, int] | None:
    given = GIVEN.search(line)
    # "nodes: 2057, solutions: 92" has the word of another number before the comma.
    is_work = given and EFFORT.search(line[: given.start()].rpartition(",")[2])
    given = None if is_work else given
    if named := NAMED.search(line) or given:
        return int(named[1]), *named.span(1)
    ways = None if "solution" in line.lower() else WAYS.search(line)
    if ways and (number := int(ways[1] or ways[2])) not in ARRANGEMENTS:
        return number, *ways.span(ways.lastindex or 0)
    found = [match for match in NUMBER.finditer(line) if "." not in match[0]]
    for match in found:
        if AFTER.match(line, match.end()) and not OF_SIZE.search(line, 0, match.start()):
            return int(match[0][:18]), *match.span()
    if not found or line[found[-1].end() :].strip(" \t.") or EFFORT.search(line):
        return None
    last = found[-1]
    before = line[: last.start()].rstrip()
    words = re.findall(r"[a-z]+", before.lower())
    subject = max((at for at, word in enumerate(words) if word in SUBJECTS), default=-1)
    while subject > 0 and words[subject - 1] in SUBJECTS:  # "solutions found"
        subject -= 1
    if subject < 0 or OF_SIZE.search(before) or IN_A_ROW.search(line[: last.start()]):
        return None
    allowed = LINKS | SIZE_WORDS | SUBJECTS if "solutions" in words else LINKS
    behind = words[subject + 1 :]
    links = before[-1:] in {":", "="} or words[-1] in LINKS | SUBJECTS
    return (int(last[0][:18]), *last.span()) if links and allowed.issuperset(behind) else None


NOTATION = re.compile(r"[QqDd]?[A-Za-z]\d{1,2}")
COUNTER_SIGNS = {")", "]", ":", ".", ").", "|", "->", "=>", "→"}
"""The signs between the number of a solution and the solution."""


@dataclass(frozen=True, slots=True)
class NumberLine:
    """The numbers of a line, as they are written, with the text before, between and behind them."""

    texts: tuple[str, ...]
    apart: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers as integers."""
        return tuple(int(text[:18]) for text in self.texts)

    @property
    def begins(self) -> int | None:
        """The index of the first number in the run that ends the line; None: there is no run.

        A run has only signs between its numbers. Words and other numbers may come before the run:
        "Solution 1 of 2: 2 4 1 3".
        """
        if self.apart[-1].strip():
            return None
        first = max((at for at, text in enumerate(self.apart) if has_words(text)), default=0)
        signs = [sign.strip() for sign in self.apart[first + 1 : -1]]
        if len(signs) > 1 and signs[0] in COUNTER_SIGNS and signs[0] not in signs[1:]:
            first += 1
        return None if self.apart[first][-1:].isalpha() else first

    def label(self, begins: int) -> str:
        """The words before the number with the index ``begins``."""
        return label_of(" ".join(self.apart[: begins + 1]))

    def digits(self, n: int) -> str:
        """The last number, if its n digits may be one solution; "" for any other line."""
        last, before = (self.texts[-1], self.apart[-2]) if self.texts else ("", "")
        if len(last) != n or n == 1 or before[-1:].isalpha() or self.apart[-1].strip():
            return ""
        sign = before.strip()
        is_counted = sign[-1:] in COUNTER_SIGNS or (n > 2 and not sign)
        on_board = all(int(digit) <= n for digit in last if digit.isdecimal())
        return last if len(self.texts) == 1 or (is_counted and on_board) else ""

    def squares(self, n: int) -> tuple[tuple[int, int], ...]:
        """The squares of n queens, if the line names n in one style: "Q1=2 Q2=4", "1/2, 2/4"."""
        return self._couples(n) if len(self.texts) in {2 * n, 2 * n + 1} else ()

    @property
    def couples(self) -> tuple[tuple[int, int], ...]:
        """The pairs of a line with nothing but pairs: "{4: 2, 5: 10}", "((4 . 2) (5 . 10))"."""
        return () if len(self.texts) % 2 else self._couples(len(self.texts) // 2)

    def _couples(self, n: int) -> tuple[tuple[int, int], ...]:
        """The last n pairs, if there are several in one style; else ()."""
        between = [sign.strip() for sign in self.apart[-2 * n : -1]]
        inner, outer = set(between[::2]), set(between[1::2])
        if n < 2 or len(inner) != 1 or len(outer) != 1 or inner == outer:
            return ()
        numbers = self.numbers[-2 * n :]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))


@lru_cache(LINES_KEPT)
def number_line(line: str) -> NumberLine:
    """Take a line apart into its numbers and the text between them."""
    texts: list[str] = []
    apart: list[str] = []
    at = 0
    for match in NUMBER.finditer(line):
        if "." in match[0]:
            continue
        texts.append(match[0])
        apart.append(line[at : match.start()])
        at = match.end()
    return NumberLine(tuple(texts), (*apart, line[at:]))


@lru_cache(LINES_KEPT)
def label_of(text: str) -> str:
    """The words of a text in lower case, without digits and signs."""
    return " ".join(re.findall(r"[^\W\d_]+", text.lower()))


def has_words(text: str) -> bool:
    """Whether the text has letters or digits."""
    return any(map(str.isalnum, text))


def notation(line: str, n: int) -> tuple[tuple[str, ...], str] | None:
    """The n squares at the end of a line, and the words before them: "1: a2 b4 c1 d3"."""
    words = re.split(r"(?:,? and |[\s,;])+", line.strip(" \t.,;"))
    squares, before = words[-n:], words[:-n]
    is_set_off = not before or n > 2 or before[-1][-1:] in {":", ")", ".", "="}
    if not is_notation(squares, n) or is_heading(squares) or not is_set_off:
        return None
    return None if before and NOTATION.fullmatch(before[-1]) else (
        tuple(squares), label_of(" ".join(before))
    )  # fmt: skip


def is_notation(words: Sequence[object], n: int) -> bool:
    """Whether the words name n squares: a2, b4."""
    return len(words) == n and all(NOTATION.fullmatch(str(word)) for word in words)


def is_heading(words: Sequence[str]) -> bool:
    """Whether the words name columns: q1 q2 q3."""
    named = {word.rstrip("0123456789") for word in words if word[:1].isalpha()}
    return len(words) > 1 == len(named) and len(set(words)) == len(words)
