"""The same model in MiniZinc, whose three all-different constraints reach Gecode as such."""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import minizinc_driver
from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import minizinc

LIBRARY = "gecode_presolver"


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions as Gecode prints them."""
    return minizinc.solve(problem, work, LIBRARY)


def prepare() -> object:
    """Look for Gecode; raises LookupError without it."""
    return minizinc_driver.find_solver("gecode")


BACKEND = Backend(
    name="minizinc-all-different",
    paradigm="constraint modelling",
    solve=solve,
    requires=("minizinc",),
    install=minizinc_driver.INSTALL,
    version=minizinc_driver.version,
    prepare=prepare,
    practical_n=14,
    practical_n_first=300,
    variant_of="minizinc",
    difference="Gecode gets three all-different constraints (MiniZinc's library gecode_presolver), "
    "its parent three inequalities for each two columns: fewer nodes, and more time for each.",
)
