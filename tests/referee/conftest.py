"""NumPy and its stand-in, for tests that have to pass with both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solvers import lazy
from solvers.referee.certificate import small_proof

STAND_IN = pytest.param(
    "solvers.site.inside.plain_arrays", marks=pytest.mark.slow("computes all without NumPy as well")
)


@pytest.fixture(scope="class", params=["numpy", STAND_IN])
def arrays(request: pytest.FixtureRequest) -> Iterator[None]:
    """NumPy, and then the stand-in that takes its place in the web page, for one test."""
    small_proof.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lazy.numpy, "__dict__", {"_name": request.param})
        yield
    small_proof.cache_clear()
