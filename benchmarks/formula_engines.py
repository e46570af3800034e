"""Engines for formulas (SAT, SMT, answer sets, sums of 0 and 1), each by its own interface."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from benchmarks.constraint_engines import Text
from benchmarks.formulations import AskedAgain, Solutions
from solvers.adapters.one_model import Term
from solvers.interface import Goal
from solvers.paradigms.engines.bitwuzla import Bitwuzla


class Sat(AskedAgain):
    """A SAT solver: CaDiCaL in PySAT."""

    name = "cadical195"

    def __init__(self) -> None:
        self.solver, self.count = self.begun(), 0

    def begun(self) -> Any:
        from pysat.solvers import Solver

        return Solver(name=self.name)

    def boolean(self) -> int:
        self.count += 1
        return self.count

    def check(self) -> Any:
        return self.solver.solve()

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        model = self.solver.get_model()
        return [model[variable - 1] > 0 for variable in variables]

    def unlike(self, variable: Any, value: int) -> Any:
        return -variable if value else variable

    def clause(self, literals: Sequence[Any]) -> None:
        self.solver.add_clause([*literals])


class Glucose(Sat):
    """Glucose 4 in PySAT."""

    name = "glucose4"


class CryptoMiniSat(Sat):
    """CryptoMiniSat."""

    def begun(self) -> Any:
        from pycryptosat import Solver

        return Solver()

    def check(self) -> Any:
        is_satisfiable, self.model = self.solver.solve()
        return is_satisfiable

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        return [self.model[variable] for variable in variables]


class Pindakaas(AskedAgain):
    """Pindakaas, which writes sums as clauses, with CaDiCaL."""

    def __init__(self) -> None:
        from pindakaas.solver import CaDiCaL, Status

        self.solver, self.squares = CaDiCaL(), list[Any]()
        self.some, self.none = Status.SATISFIED, Status.UNSATISFIABLE

    def boolean(self) -> Any:
        self.squares.append(self.solver.new_var())
        return self.squares[-1]

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        if len(line) == 1:  # it is no sum
            self.clause(line)
        else:
            total: Any = sum(line)
            self.solver.add_encoding(total == 1 if exactly else total <= 1)

    def check(self) -> Any:
        with self.solver.solve() as found:
            self.found = [bool(found.value(each)) for each in self.squares]
            return found.status

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        return self.found

    def unlike(self, variable: Any, value: int) -> Any:
        return ~variable if value else variable

    def clause(self, literals: Sequence[Any]) -> None:
        self.solver.add_clause([*literals])


class Exact(AskedAgain):
    """Exact, which excludes the solution that it found by itself."""

    def __init__(self) -> None:
        import exact

        self.solver, self.count = exact.Exact(), 0
        self.some, self.none = "SAT", "UNSAT"

    def square(self, *, free: bool) -> str:
        self.count += 1
        self.solver.addVariable(f"x{self.count}", 0, int(free))
        return f"x{self.count}"

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.solver.addConstraint(
            [(1, name) for name in line], exactly, 1, use_upper_bound=True, upper_bound=1
        )

    def check(self) -> Any:
        return self.solver.runFull(optimize=False)

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        return [value == 1 for value in self.solver.getLastSolutionFor([*variables])]

    def exclude(self, variables: Sequence[Any], values: Sequence[int]) -> None:
        self.solver.invalidateLastSol([*variables])


class Scip(AskedAgain):
    """SCIP, with a linear constraint for each line and each clause."""

    some, none = "optimal", "infeasible"

    def __init__(self) -> None:
        from pyscipopt import Model, quicksum

        self.model, self.total = Model(), quicksum
        self.model.hideOutput()

    def boolean(self) -> Any:
        return self.model.addVar(vtype="B")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        total = self.total(line)
        self.model.addCons(total == 1 if exactly else total <= 1)

    def check(self) -> Any:
        self.model.optimize()
        return self.model.getStatus()

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        values = [self.model.getVal(variable) > 1 / 2 for variable in variables]
        self.model.freeTransform()
        return values

    def unlike(self, variable: Any, value: int) -> Any:
        return 1 - variable if value else variable

    def clause(self, literals: Sequence[Any]) -> None:
        self.model.addCons(self.total(literals) >= 1)


class Clingo:
    """clingo, with a choice for each square."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.count = 0

    def square(self, *, free: bool) -> str:
        self.count += 1
        kind = "{{ {} }}." if free else "#external {}."  # false, and known
        self.statements.append(kind.format(f"q({self.count})"))
        return f"q({self.count})"

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        sign = "=" if exactly else "<="
        self.statements.append(f":- not {{ {'; '.join(line)} }} {sign} 1.")

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        from clingo import Control, parse_term

        control = Control(["0"])
        control.add("base", [], "\n".join(self.statements))
        control.ground([("base", [])])
        atoms = [parse_term(name) for name in variables]
        with control.solve(yield_=True) as search:
            for model in search:
                yield [model.contains(atom) for atom in atoms]
            if not search.get().exhausted:
                raise RuntimeError("clingo stopped before the end")


class Z3(AskedAgain):
    """z3: integers in the logic QF_LIA, Booleans in QF_FD."""

    module, logics = "z3", ("QF_LIA", "QF_FD")

    def __init__(self) -> None:
        from importlib import import_module

        self.own: Any = import_module(self.module)
        self.posted: list[Any] = []
        self.solver: Any = None
        self.count, self.are_squares = 0, False
        self.some, self.none = self.own.sat, self.own.unsat

    def name(self) -> str:
        self.count += 1
        return f"x{self.count}"

    def integer(self, values: Sequence[int]) -> Any:
        row = self.own.Int(self.name())
        self.clause([row == value for value in values])
        return row

    def all_different(self, terms: Sequence[Term]) -> None:
        if len(terms) > 1:
            self.posted.append(self.own.Distinct([row + number for row, number in terms]))

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.posted.append(one + distance != other)

    def boolean(self) -> Any:
        self.are_squares = True
        return self.own.Bool(self.name())

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        ones = [(each, 1) for each in line]
        self.posted.append((self.own.PbEq if exactly else self.own.PbLe)(ones, 1))

    def check(self) -> Any:
        self.solver = self.solver or self.own.SolverFor(self.logics[self.are_squares])
        self.solver.add(*self.posted)
        self.posted.clear()
        return self.solver.check()

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        model = self.solver.model()
        values = [model.eval(variable, model_completion=True) for variable in variables]
        if self.are_squares:
            return [self.own.is_true(value) for value in values]
        return [value.as_long() for value in values]

    def unlike(self, variable: Any, value: int) -> Any:
        return self.own.Not(variable) if value is True else variable != value

    def clause(self, literals: Sequence[Any]) -> None:
        self.posted.append(self.own.Or([*literals]))


class Cvc5(Z3):
    """cvc5, whose package has an interface like that of z3, without sums of Booleans."""

    module, logics = "cvc5.pythonic", ("QF_LIA", "QF_UF")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        AskedAgain.one_of(self, line, exactly=exactly)

    def clause(self, literals: Sequence[Any]) -> None:
        self.posted.append(self.own.Or([*literals]) if len(literals) > 1 else literals[0])


class Yices(AskedAgain, Text):
    """Yices, a program that reads SMT-LIB and answers line by line."""

    some, none, term, comma = "sat", "unsat", "(+ {} {})", " "
    different_text, differ_text = "(assert (distinct {}))", "(assert (not (= {} {})))"
    process: Any

    def declared(self, kind: str) -> str:
        name = self.name()
        self.statements.append(f"(declare-fun {name} () {kind})")
        return name

    def integer(self, values: Sequence[int]) -> str:
        row = self.declared("Int")
        self.clause([f"(= {row} {value})" for value in values])
        return row

    def boolean(self) -> str:
        return self.declared("Bool")

    def unlike(self, variable: Any, value: int) -> Any:
        return f"(not {variable})" if value is True else f"(not (= {variable} {value}))"

    def clause(self, literals: Sequence[Any]) -> None:
        self.statements.append(f"(assert (or {' '.join(literals)}))")

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        self.statements.insert(0, "(set-logic QF_LIA)")
        command = [str(Path(sys.executable).with_name("yices-smt2")), "--incremental"]
        with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as self.process:
            try:
                yield from super().solutions(variables, goal, work)
            finally:
                self.process.kill()

    def check(self) -> str:
        return self.answer("(check-sat)")

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        text = self.answer(f"(get-value ({' '.join(variables)}))")
        while text.count("(") > text.count(")"):
            text += self.process.stdout.readline()
        values = re.findall(r"\(X\d+ (\w+)\)", text)
        return [int(value) if value.isdecimal() else value == "true" for value in values]

    def answer(self, question: str) -> str:
        self.process.stdin.write("\n".join([*self.statements, question, ""]))
        self.process.stdin.flush()
        self.statements.clear()
        return str(self.process.stdout.readline()).strip()


class FullBitwuzla(AskedAgain, Bitwuzla):
    """Bitwuzla: ten bits per integer, one Boolean per square."""

    def __init__(self) -> None:
        super().__init__()
        self.some, self.none = self.result.SAT, self.result.UNSAT

    def differ(self, one: Any, other: Any, distance: int) -> None:
        moved = self.terms.mk_term(self.kind.BV_ADD, [one, self.number(distance)])
        self.clause([self.formula(self.kind.DISTINCT, [moved, other])])

    def boolean(self) -> Any:
        return self.terms.mk_const(self.terms.mk_bool_sort())

    def check(self) -> Any:
        return self.solver.check_sat()

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        values = [self.solver.get_value(variable) for variable in variables]
        if variables[0].sort().is_bool():
            return [bool(value.value()) for value in values]
        return [int(value.value(10)) for value in values]

    def unlike(self, variable: Any, value: int) -> Any:
        if value is True:
            return self.terms.mk_term(self.kind.NOT, [variable])
        return self.terms.mk_term(self.kind.DISTINCT, [variable, self.number(value)])

    def clause(self, literals: Sequence[Any]) -> None:
        self.solver.assert_formula(self.formula(self.kind.OR, literals))
