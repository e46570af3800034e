"""Three formulations of the puzzle, posted by the same few calls to each engine.

All rows, sums and differences are all different; each two queens differ in row, sum and
difference; a Boolean for each square, with one queen in each column and row and at most one on each
diagonal.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any, Protocol

from solvers.adapters import callbacks
from solvers.adapters.cpmpy_engine import CpmpyModel
from solvers.adapters.one_model import Engine, Term
from solvers.interface import Backend, Goal, Placement, Problem
from solvers.paradigms.cp_sat import branch_on_fewest_rows
from solvers.paradigms.engines.bitwuzla import Bitwuzla
from solvers.paradigms.engines.choco import Choco
from solvers.paradigms.engines.clingcon import Clingcon
from solvers.paradigms.engines.cosoco import Cosoco
from solvers.paradigms.engines.toulbar2 import Toulbar2


class FullEngine(Engine, Protocol):
    """An engine that can post every formulation."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        """Post ``one + distance != other``."""

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        """Post that one of these variables, each 0 or 1, is 1; or at most one."""


class FullChoco(Choco):
    """Choco."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.model.arithm(other, "-", one, "!=", distance).post()

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.model.sum([*line], "=" if exactly else "<=", 1).post()


class FullCosoco(Cosoco):
    """cosoco."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.constraints.append(f"<intension> ne(add({one},{distance}),{other}) </intension>")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        condition = f"<condition> ({'eq' if exactly else 'le'},1) </condition>"
        self.constraints.append(f"<sum> <list> {' '.join(line)} </list> {condition} </sum>")


class FullToulbar2(Toulbar2):
    """toulbar2."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        pairs = product(self.values[one], self.values[other])
        self.network.AddFunction([one, other], [int(a + distance == b) for a, b in pairs])

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.network.AddSumConstraint([*line], "==" if exactly else "<=", 1)


class FullClingcon(Clingcon):
    """clingcon."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.statements.append(f"&sum {{ {other}; -1*{one} }} != {distance}.")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.statements.append(f"&sum {{ {'; '.join(line)} }} {'=' if exactly else '<='} 1.")


class FullBitwuzla(Bitwuzla):
    """Bitwuzla."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        moved = self.terms.mk_term(self.kind.BV_ADD, [one, self.number(distance)])
        self.solver.assert_formula(self.formula(self.kind.DISTINCT, [moved, other]))

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        is_0, is_1 = (
            [self.formula(self.kind.EQUAL, [each, self.number(bit)]) for each in line]
            for bit in (0, 1)
        )
        if exactly:
            self.solver.assert_formula(self.formula(self.kind.OR, is_1))
        for pair in combinations(is_0, 2):
            self.solver.assert_formula(self.formula(self.kind.OR, pair))


class FullCpmpy(CpmpyModel):
    """An engine through CPMpy."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.model += one + distance != other

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        total = self.cpmpy.sum(line)
        self.model += total == 1 if exactly else total <= 1


class FullCpSat:
    """CP-SAT by its own interface, with one worker and the search of the backend."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        self.cp_model, self.model = cp_model, cp_model.CpModel()

    def integer(self, values: Sequence[int]) -> Any:
        domain = self.cp_model.Domain.from_values([*values])
        return self.model.new_int_var_from_domain(domain, "")

    def all_different(self, terms: Sequence[Term]) -> None:
        self.model.add_all_different(row + number for row, number in terms)

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.model.add(one + distance != other)

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        total = sum(line)
        self.model.add(total == 1 if exactly else total <= 1)

    def solutions(
        self, rows: Sequence[Any], goal: Goal, _work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if goal is Goal.ALL:
            solver.parameters.enumerate_all_solutions = True
            branch_on_fewest_rows(self.model, [*rows], solver.parameters)

        def search(found: Callable[[Placement], None]) -> None:
            solver.solve(self.model, callbacks.cp_sat_callback([*rows], found))

        yield from callbacks.iterate(search, stop=solver.stop_search)


class FullZ3:
    """z3 by its own interface; a clause excludes each solution."""

    def __init__(self) -> None:
        import z3

        self.z3, self.solver = z3, z3.SolverFor("QF_LIA")
        self.count = 0

    def integer(self, values: Sequence[int]) -> Any:
        self.count += 1
        row = self.z3.Int(f"x{self.count}")
        self.solver.add(self.z3.Or([row == value for value in values]))
        return row

    def all_different(self, terms: Sequence[Term]) -> None:
        self.solver.add(self.z3.Distinct([row + number for row, number in terms]))

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.solver.add(one + distance != other)

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        bits = [(each == 1, 1) for each in line]
        self.solver.add((self.z3.PbEq if exactly else self.z3.PbLe)(bits, 1))

    def solutions(
        self, rows: Sequence[Any], _goal: Goal, _work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        while (answer := self.solver.check()) == self.z3.sat:
            model = self.solver.model()
            values = [model.eval(row, model_completion=True).as_long() for row in rows]
            yield values
            pairs = zip(rows, values, strict=True)
            self.solver.add(self.z3.Or([row != value for row, value in pairs]))
        if answer != self.z3.unsat:
            raise RuntimeError(f"z3 stopped before the end: {answer}")


class Text:
    """A model as the statements of a text."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.names: list[str] = []


class FullGecode(Text):
    """Gecode by MiniZinc, whose library keeps all-different constraints as such."""

    def integer(self, values: Sequence[int]) -> str:
        self.names.append(f"x{len(self.names)}")
        self.statements.append(f"var {{{', '.join(map(str, values))}}}: {self.names[-1]};")
        return self.names[-1]

    def all_different(self, terms: Sequence[Term]) -> None:
        sums = ", ".join(f"{name} + {number}" for name, number in terms)
        self.statements.append(f"constraint alldifferent([{sums}]);")

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.statements.append(f"constraint {one} + {distance} != {other};")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.statements.append(f"constraint {' + '.join(line)} {'=' if exactly else '<='} 1;")

    def solutions(
        self, rows: Sequence[Any], goal: Goal, _work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        listed = ", ".join(rows)
        search = f"solve :: int_search([{listed}], first_fail, indomain_min) satisfy;"
        shown = f'output [show([{listed}]), "\\n"];'
        text = ['include "alldifferent.mzn";', *self.statements, search, shown]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "queens.mzn")
            file.write_text("\n".join(text))
            many = ["--all-solutions"] if goal is Goal.ALL else []
            options = ["--solver", "gecode", "-G", "gecode_presolver"]
            with subprocess.Popen(
                ["minizinc", *options, *many, str(file)],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            ) as process:  # fmt: skip
                is_over = False
                try:
                    for line in process.stdout or ():
                        is_over = is_over or line.startswith("=====")
                        if line.startswith("["):
                            yield json.loads(line)
                finally:
                    process.terminate()
        if goal is Goal.ALL and not is_over:
            raise RuntimeError("MiniZinc stopped before the end")


class FullClingo(Text):
    """clingo, for which a variable is the choice of one of its values."""

    def integer(self, values: Sequence[int]) -> str:
        self.names.append(f"{len(self.names)}")
        choices = "; ".join(f"x({self.names[-1]},{value})" for value in values)
        self.statements.append(f"1 {{ {choices} }} 1.")
        return self.names[-1]

    def all_different(self, terms: Sequence[Term]) -> None:
        raise NotImplementedError("clingo has no all-different")

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.statements.append(f":- x({one},V), x({other},V+{distance}).")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        squares = "; ".join(f"{name} : x({name},1)" for name in line)
        self.statements.append(f":- #count {{ {squares} }} {'!= 1' if exactly else '> 1'}.")

    def solutions(
        self, rows: Sequence[Any], _goal: Goal, _work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        from clingo import Control

        control = Control(["0"])
        control.add("base", [], "\n".join(self.statements))
        control.ground([("base", [])])
        with control.solve(yield_=True) as search:
            for model in search:
                pairs = (atom.arguments for atom in model.symbols(shown=True))
                values = {str(name): value.number for name, value in pairs}
                yield [values[name] for name in rows]
            if not search.get().exhausted:
                raise RuntimeError("clingo stopped before the end")


class FullPysat:
    """CaDiCaL through PySAT: a Boolean for each value, and clauses for pairs."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.values: list[dict[int, int]] = []
        self.last = 0

    def integer(self, values: Sequence[int]) -> int:
        own = {value: self.last + at for at, value in enumerate(values, start=1)}
        self.last += len(own)
        self.values.append(own)
        self.clauses.append([*own.values()])
        self.clauses += [[-one, -other] for one, other in combinations(own.values(), 2)]
        return len(self.values) - 1

    def all_different(self, terms: Sequence[Term]) -> None:
        raise NotImplementedError("a SAT solver has no all-different")

    def differ(self, one: Any, other: Any, distance: int) -> None:
        mine, theirs = self.values[one], self.values[other]
        pairs = ((literal, theirs.get(value + distance)) for value, literal in mine.items())
        self.clauses += [[-literal, -another] for literal, another in pairs if another]

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        ones = [self.values[each][1] for each in line if 1 in self.values[each]]
        if exactly:
            self.clauses.append(ones)
        self.clauses += [[-one, -other] for one, other in combinations(ones, 2)]

    def solutions(
        self, rows: Sequence[Any], _goal: Goal, _work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        from pysat.solvers import Solver

        with Solver(name="cadical195", bootstrap_with=self.clauses) as solver:
            while solver.solve():
                model = {*solver.get_model()}
                chosen = [
                    next((value, own) for value, own in self.values[row].items() if own in model)
                    for row in rows
                ]
                yield [value for value, _ in chosen]
                solver.add_clause([-literal for _, literal in chosen])


def all_different(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post three all-different constraints; return a variable per column."""
    rows = [engine.integer(allowed) for allowed in problem.domains]
    for step in (0, 1, -1):
        engine.all_different([(row, step * column) for column, row in enumerate(rows)])
    return rows


def pairwise(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post three inequalities for each two columns; return a variable per column."""
    rows = [engine.integer(allowed) for allowed in problem.domains]
    for (left, one), (right, other) in combinations(enumerate(rows), 2):
        for distance in (0, right - left, left - right):
            engine.differ(one, other, distance)
    return rows


def squares(engine: FullEngine, problem: Problem) -> list[Any]:
    """Post a sum for each line of squares; return a variable per square, column by column."""
    size = range(problem.n)
    board = [
        [engine.integer((0, 1) if row in allowed else (0,)) for row in size]
        for allowed in map(set, problem.domains)
    ]
    for line in chain(board, zip(*board, strict=True)):
        engine.one_of(line, exactly=True)
    for edge in range(1, 2 * problem.n - 2):
        for turned in (board, board[::-1]):
            line = [turned[c][edge - c] for c in size if 0 <= edge - c < problem.n]
            engine.one_of(line, exactly=False)
    return [*chain(*board)]


FORMULATIONS = {"all-different": all_different, "pairwise": pairwise, "squares": squares}


@dataclass(frozen=True, slots=True)
class Posted:
    """The ``solve`` of an engine in one formulation."""

    engine: Callable[[], FullEngine]
    formulation: str

    def __call__(self, problem: Problem, work: Counter[str]) -> Iterator[Placement]:
        """Yield every solution as the engine finds it."""
        engine, n = self.engine(), problem.n
        variables = FORMULATIONS[self.formulation](engine, problem)
        for values in engine.solutions(variables, problem.goal, work):
            if self.formulation == "squares":
                yield tuple([[*values[c * n : c * n + n]].index(1) for c in range(n)])
            else:
                yield tuple(values)


@dataclass(frozen=True, slots=True)
class ThroughCpmpy:
    """Begins a model for an engine of CPMpy."""

    engine: str

    def __call__(self) -> FullCpmpy:
        """Return a new model."""
        return FullCpmpy(self.engine)


ENGINES: dict[str, tuple[Callable[[], FullEngine], str]] = {
    "Bitwuzla": (FullBitwuzla, "bitwuzla"),
    "Choco": (FullChoco, "choco"),
    "clingcon": (FullClingcon, "clingcon"),
    "clingo": (FullClingo, "asp"),
    "cosoco": (FullCosoco, "cosoco"),
    "CP-SAT": (FullCpSat, "cp-sat"),
    "Exact": (ThroughCpmpy("exact"), "exact"),
    "Gecode": (FullGecode, "minizinc"),
    "Pindakaas": (ThroughCpmpy("pindakaas"), "pindakaas"),
    "Pumpkin": (ThroughCpmpy("pumpkin"), "pumpkin"),
    "PySAT": (FullPysat, "sat"),
    "toulbar2": (FullToulbar2, "toulbar2"),
    "z3": (FullZ3, "smt"),
}
"""For each engine, the function that begins a model, and the backend whose packages it needs."""

WITHOUT = {("clingo", "all-different"), ("PySAT", "all-different")}
"""The formulations that an engine does not have."""


def posted(name: str, formulation: str, known: Backend) -> Backend:
    """The engine in a formulation, as a backend with the packages of the ``known`` one."""
    return Backend(
        name=f"{known.name}-{formulation}",
        paradigm=known.paradigm,
        solve=Posted(ENGINES[name][0], formulation),
        requires=known.requires,
        install=known.install,
        version=known.version,
        at_once=known.at_once,
    )
