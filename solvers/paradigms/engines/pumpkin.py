"""Pumpkin through CPMpy, whose documentation is the source; it translates the model."""

from solvers.adapters.cpmpy_engine import ThroughCpmpy
from solvers.adapters.one_model import engine_backend

BACKEND = engine_backend(
    "pumpkin", ThroughCpmpy("pumpkin"), through="cpmpy", label="Pumpkin",
    package="pumpkin-solver", module="pumpkin_solver",
    licence="MIT or Apache 2.0", practical_n=8, practical_n_first=50,
    knows="the rows left, and learned clauses",
    idea="explains each of its deductions, and learns clauses from conflicts",
)  # fmt: skip
