"""Pindakaas through CPMpy, whose documentation is the source; it translates the model."""

from solvers.adapters.cpmpy_engine import ThroughCpmpy
from solvers.adapters.one_model import engine_backend

BACKEND = engine_backend(
    "pindakaas", ThroughCpmpy("pindakaas"), through="cpmpy", label="Pindakaas",
    package="pindakaas", module="pindakaas",
    licence="MPL 2.0", practical_n=9, practical_n_first=50, reads="cnf",
    knows="what follows from given and learned clauses",
    idea="writes them as clauses for the SAT solver CaDiCaL",
)  # fmt: skip
