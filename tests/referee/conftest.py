"""NumPy and its stand-in, for tests that have to pass with both."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from solvers import lazy, puzzle, referee
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions, small_proof
from solvers.site.inside.plain_sets import FUNCTIONS, METHODS, put_in_place

PLAIN = pytest.param("plain sets", marks=pytest.mark.slow("computes all without NumPy as well"))


@pytest.fixture(scope="class", params=["numpy", PLAIN])
def arrays(request: pytest.FixtureRequest) -> Iterator[None]:
    """NumPy, and then the sets that take its place in the web page, for one test."""
    for package in (puzzle, referee):  # what is loaded later would keep the functions
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    ours = [module for name, module in sys.modules.items() if name.startswith("solvers.")]
    used = [vars(module) for module in (lazy.numpy, request.module, *ours)]
    before = [(names, dict(names)) for names in used]
    methods = {name: vars(Problem)[name] for name in METHODS}
    for cached in (small_proof, known_solutions):
        cached.cache_clear()
    if request.param != "numpy":
        put_in_place()
        names = FUNCTIONS.keys() & vars(request.module).keys()
        vars(request.module).update({name: FUNCTIONS[name] for name in names})
    yield
    for names_of_module, old in before:
        names_of_module.clear()
        names_of_module.update(old)
    for name, method in methods.items():
        setattr(Problem, name, method)
    for cached in (small_proof, known_solutions):
        cached.cache_clear()
