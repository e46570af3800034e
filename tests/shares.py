"""The share of many cases that ``make test`` tries; ``make zoo`` tries the others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

WHOLE_ZOO = os.environ.get("WHOLE_ZOO") == "1"
"""Whether this is ``make zoo``; ``make test`` takes a share where all would take minutes."""


def thinned(cases: Iterable[Any], *, single: bool = True) -> list[Any]:
    """The cases of a test, of which ``make test`` tries every third; ``make zoo`` tries the others.

    A case is one value, or a tuple with a value for each name.
    """
    more = pytest.mark.zoo("tries more of the kind")
    return [
        case if number % 3 == 0 else _with_mark(case, more, single=single)
        for number, case in enumerate(cases)
    ]


def _with_mark(case: Any, mark: pytest.MarkDecorator, *, single: bool) -> Any:
    if hasattr(case, "marks"):  # a pytest.param
        return pytest.param(*case.values, marks=[*case.marks, mark], id=case.id)
    return pytest.param(*([case] if single else case), marks=mark)


def a_share(
    names: str | tuple[str, ...], cases: Iterable[Any], **options: Any
) -> pytest.MarkDecorator:
    """Like parametrize, with a third of the cases in ``make test``."""
    return pytest.mark.parametrize(names, thinned(cases, single=isinstance(names, str)), **options)
