"""The share of many cases that ``make test`` tries; ``make test-slow`` tries the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

MORE = pytest.mark.slow("tries more of the kind")


def thinned(cases: Iterable[Any], *, single: bool = True, every: int = 3) -> list[Any]:
    """The cases of a test, of which all but every third, or so, are slow ones.

    A case is one value, or a tuple with a value for each name.
    """
    return [
        case if number % every == 0 else slower(case, single=single)
        for number, case in enumerate(cases)
    ]


def slower(case: Any, *, single: bool = True) -> Any:
    """A case that is left to ``make test-slow``."""
    if hasattr(case, "marks"):  # a pytest.param
        return pytest.param(*case.values, marks=[*case.marks, MORE], id=case.id)
    return pytest.param(*([case] if single else case), marks=MORE)


def a_share(
    names: str | tuple[str, ...], cases: Iterable[Any], *, every: int = 3, **options: Any
) -> pytest.MarkDecorator:
    """Like parametrize, with a third of the cases, or another share, in ``make test``."""
    share = thinned(cases, single=isinstance(names, str), every=every)
    return pytest.mark.parametrize(names, share, **options)
