"""``compare --list`` starts no engine, and reports the same as a process that starts one."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from processes import ran

from solvers import registry
from solvers.adapters.program import Program
from solvers.execution.availability import availabilities, check_availability
from solvers.interface import Backend, VersionOf


def test_the_list_agrees_with_a_process_that_starts_the_engine(engine: Backend) -> None:
    assert availabilities([engine]) == [check_availability(engine)]


def test_the_list_loads_no_engine() -> None:
    program = (
        "import sys; from solvers import registry; from solvers.execution import availability\n"
        "availability.availabilities(registry.backends().values())\n"
        "print({name.partition('.')[0] for name in sys.modules}"
        " & {'clingo', 'constraint', 'kanren', 'minizinc', 'numba', 'numpy', 'ortools',"
        " 'pyswip', 'z3'})"
    )
    assert ran([sys.executable, "-c", program]).stdout == "set()\n"


SICP = registry.find("sicp")


@pytest.mark.parametrize(
    ("backend", "says"),
    [
        (replace(SICP, requires=("no_such_engine",), install="pip install it"), "install it"),
        (replace(SICP, solve=Program(("no-such-program", "{n}"))), "is no program no-such-program"),
        (replace(SICP, version=VersionOf("no-such-package")), "no-such-package"),
    ],
)
def test_a_missing_package_module_or_program_is_named(backend: Backend, says: str) -> None:
    (found,) = availabilities([backend])
    assert not found.runs_here
    assert says in found.ending.detail


def endless() -> str:
    while True:
        pass


def test_an_endless_version_of_another_author_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.execution.availability.OUTSIDE_SECONDS", 1.0)
    mine = replace(SICP, name="mine", version=endless, origin="mine.py")
    found, ours = availabilities([mine, SICP])
    assert (found.version, found.ending.limit, ours.runs_here) == ("", 1.0, True)
