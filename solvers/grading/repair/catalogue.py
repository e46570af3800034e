"""The catalogue of natural mistakes, and a change that was tried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """The kinds of changes, the likeliest first; ``output/change_words.py`` has their words."""

    COPY = "copy"
    COMPARISON = "comparison"
    AND_OR = "and/or"
    SIGN = "sign"
    ABSOLUTE = "absolute value"
    CONDITION_MISSING = "condition missing"
    CUT = "cut"
    COMPARISONS = "comparisons"
    OFF_BY_ONE = "plus or minus one"
    ARGUMENTS = "argument order"
    NEGATION = "negation"
    RETURN = "return"
    STATEMENT_MISSING = "statement missing"
    INDENTATION = "indentation"
    FUNCTION = "function"
    BRANCHES = "branches"
    BASE_CASE = "base case"
    ORDER = "order"
    VARIABLE = "variable"
    CONDITION_EXTRA = "condition too many"
    VALUE = "value"
    STATEMENT_EXTRA = "statement too many"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change that can be made: the text from ``start`` to ``end`` gives way to ``new``."""

    kind: ChangeKind
    start: int
    end: int
    new: str

    def told(self, source: str) -> Change:
        """The change as it is told, with its line."""
        old, new = source[self.start : self.end], self.new
        start = self.start + (len(old) - len(old.lstrip()) if old.strip() else 0)
        line = source.count("\n", 0, start) + 1
        return Change(line, self.kind, " ".join(old.split()), " ".join(new.split()))


@dataclass(frozen=True, slots=True)
class Change:
    """A change that makes a program right: its line, its kind, the old text and the new text."""

    line: int
    kind: ChangeKind
    old: str
    new: str
