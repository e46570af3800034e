"""The program that a report shows of each backend."""

from __future__ import annotations

import pytest
from places import ROOT

from solvers import registry
from solvers.adapters.program import Program
from solvers.interface import Backend
from solvers.output.listing import listing


def test_a_listing_is_the_file_of_the_program() -> None:
    for name, path in (
        ("sicp", "solvers/paradigms/sicp/exercise.py"),
        ("prolog", "prolog/queens.pl"),
        ("cp-sat", "solvers/paradigms/cp_sat.py"),
    ):
        assert listing(registry.find(name)).text == (ROOT / path).read_text()


@pytest.mark.parametrize("backend", registry.backends().values(), ids=lambda one: one.name)
def test_every_backend_has_a_listing_with_lines_of_code(backend: Backend) -> None:
    shown = listing(backend)
    assert shown.language != "text"
    assert 0 < shown.lines < len(shown.text.splitlines())


def test_a_backend_without_a_file_has_no_listing() -> None:
    shown = listing(Backend("mine", solve=Program(("./queens", "{n}"))))
    assert (shown.text, shown.lines) == ("", 0)
