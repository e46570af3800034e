"""Exact through CPMpy, whose documentation is the source; it translates the model."""

from solvers.adapters.cpmpy_engine import ThroughCpmpy
from solvers.adapters.one_model import engine_backend

BACKEND = engine_backend(
    "exact", ThroughCpmpy("exact"), through="cpmpy", label="Exact",
    package="exact", module="exact",
    licence="AGPL 3", practical_n=9, practical_n_first=30, reads="opb",
    knows="what follows from given and learned sums",
    idea="writes them as sums of 0 and 1, and learns from conflicts by cutting planes",
)  # fmt: skip
