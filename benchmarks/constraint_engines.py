"""Constraint engines in the formulations of ``formulations.py``, each by its own interface.

``smallest`` chooses the search that most of them offer: the variable with the fewest values left
comes first, and its values in ascending order. Without it, an engine searches as it does by itself.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.formulations import AskedAgain, NumberedSquares, Solutions
from solvers.adapters import callbacks
from solvers.adapters.one_model import Term
from solvers.interface import Goal, Placement
from solvers.lazy import metadata
from solvers.paradigms.cp_sat import branch_on_fewest_rows
from solvers.paradigms.engines.choco import Choco
from solvers.paradigms.engines.clingcon import Clingcon
from solvers.paradigms.engines.cosoco import Cosoco
from solvers.paradigms.engines.toulbar2 import Toulbar2


class FullChoco(Choco):
    """Choco."""

    def __init__(self, *, smallest: bool = False) -> None:
        super().__init__()
        self.smallest = smallest

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.model.arithm(other, "-", one, "!=", distance).post()

    def square(self, *, free: bool) -> Any:
        return self.model.boolvar() if free else self.model.boolvar(value=False)

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.model.sum([*line], "=" if exactly else "<=", 1).post()

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        solver = self.model.get_solver()
        if self.smallest:
            solver.set_min_dom_lb_search(*variables)
        while solver.solve():
            yield [variable.get_value() for variable in variables]


class CpSat:
    """CP-SAT with one worker; with more it loses solutions."""

    def __init__(self, *, smallest: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.cp_model, self.model, self.smallest = cp_model, cp_model.CpModel(), smallest

    def integer(self, values: Sequence[int]) -> Any:
        domain = self.cp_model.Domain.from_values([*values])
        return self.model.new_int_var_from_domain(domain, "")

    def all_different(self, terms: Sequence[Term]) -> None:
        self.model.add_all_different(row + number for row, number in terms)

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.model.add(one + distance != other)

    def square(self, *, free: bool) -> Any:
        variable = self.model.new_bool_var("")
        if not free:
            self.model.add_bool_or([~variable])
        return variable

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        post = self.model.add_exactly_one if exactly else self.model.add_at_most_one
        post(line)

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = goal is Goal.ALL
        if self.smallest:
            branch_on_fewest_rows(self.model, [*variables], solver.parameters)

        def search(found: Callable[[Placement], None]) -> None:
            solver.solve(self.model, callbacks.cp_sat_callback([*variables], found))

        yield from callbacks.iterate(search, stop=solver.stop_search)


class FullClingcon(NumberedSquares, Clingcon):
    """clingcon."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.statements.append(f"&sum {{ {other}; -1*{one} }} != {distance}.")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.statements.append(f"&sum {{ {'; '.join(line)} }} {'=' if exactly else '<='} 1.")


class FullToulbar2(NumberedSquares, Toulbar2):
    """toulbar2, which gives all solutions at once, at the end."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        pairs = product(self.values[one], self.values[other])
        self.network.AddFunction([one, other], [int(a + distance == b) for a, b in pairs])

    def plus(self, row: int, number: int) -> int:
        return super().plus(row, number) if number else row

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.network.AddSumConstraint([*line], "==" if exactly else "<=", 1)


class Pumpkin(AskedAgain):
    """Pumpkin."""

    def __init__(self) -> None:
        import pumpkin_solver
        from pumpkin_solver import constraints

        self.own, self.constraints = pumpkin_solver, constraints
        self.model, self.is_over = pumpkin_solver.Model(), False
        self.literals: dict[tuple[int, int], Any] = {}
        kinds = pumpkin_solver.SatisfactionResult
        self.some, self.none = kinds.Satisfiable, kinds.Unsatisfiable

    def post(self, kind: str, *arguments: Any) -> None:
        constraint = getattr(self.constraints, kind)(*arguments, self.model.new_constraint_tag())
        try:
            self.model.add_constraint(constraint)
        except RuntimeError:  # it is already contradictory, which is no error
            if not self.model.is_inconsistent():
                raise
            self.is_over = True

    def unequal(self, variable: Any, value: int) -> Any:
        """The literal for this, made once, since each one is another variable."""
        if (key := (id(variable), value)) not in self.literals:
            unequal = self.own.Predicate(variable, self.own.Comparator.NotEqual, value)
            tag = self.model.new_constraint_tag()
            self.literals[key] = self.model.predicate_as_boolean(unequal, tag)
        return self.literals[key]

    def integer(self, values: Sequence[int]) -> Any:
        variable = self.model.new_integer_variable(min(values), max(values))
        for gap in sorted({*range(min(values), max(values))}.difference(values)):
            self.post("Clause", [self.unequal(variable, gap)])
        return variable

    def all_different(self, terms: Sequence[Term]) -> None:
        self.post("AllDifferent", [variable.offset(number) for variable, number in terms])

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.post("BinaryNotEquals", one.offset(distance), other)

    def boolean(self) -> Any:
        return self.model.new_boolean_variable()

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        squares = [variable.as_integer() for variable in line]
        self.post("Equals" if exactly else "LessThanOrEquals", squares, 1)

    def check(self) -> Any:
        if self.is_over:
            return self.none
        self.found = self.model.satisfy()
        return type(self.found)

    def values(self, variables: Sequence[Any]) -> Sequence[int]:
        solution = self.found._0  # its own name
        is_square = isinstance(variables[0], self.own.BoolExpression)
        return [*map(solution.bool_value if is_square else solution.int_value, variables)]

    def unlike(self, variable: Any, value: int) -> Any:
        return variable.negate() if value is True else self.unequal(variable, value)

    def clause(self, literals: Sequence[Any]) -> None:
        self.post("Clause", [*literals])


class Nucs(NumberedSquares):
    """NuCS, which keeps bounds only, so that each gap in a domain is an inequality."""

    def __init__(self, *, smallest: bool = False) -> None:
        from nucs.heuristics import heuristics
        from nucs.problems.problem import Problem
        from nucs.propagators import propagators
        from nucs.solvers.backtrack_solver import BacktrackSolver

        self.model, self.solver, self.kinds = Problem([]), BacktrackSolver, propagators
        first = heuristics.VAR_HEURISTIC_FIRST_NOT_INSTANTIATED
        self.order = heuristics.VAR_HEURISTIC_SMALLEST_DOMAIN if smallest else first

    def post(self, kind: str, variables: Sequence[int], numbers: Sequence[int] = ()) -> None:
        self.model.add_propagator(getattr(self.kinds, f"ALG_{kind}"), variables, numbers)

    def integer(self, values: Sequence[int]) -> int:
        variable = int(self.model.add_variable((min(values), max(values))))
        for gap in sorted({*range(min(values), max(values))}.difference(values)):
            self.post("LINEAR_NEQ_C", [variable], [1, gap])
        return variable

    def all_different(self, terms: Sequence[Term]) -> None:
        variables, numbers = zip(*terms, strict=True)
        self.post("ALLDIFFERENT", variables, numbers)

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.post("LINEAR_NEQ_C", [other, one], [1, -1, distance])

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        self.post("SUM_EQ_C" if exactly else "SUM_LEQ_C", line, [1])

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        solver = self.solver(
            self.model, decision_variables=[*variables], var_heuristic=self.order, log_level="ERROR"
        )
        for values in solver.solve():
            yield [int(values[variable]) for variable in variables]


MODEL = "MODEL"
"""Stands for the file in a command."""


STACKS = {"GLOBALSZ": "1048576", "TRAILSZ": "262144"}
"""GNU Prolog's room for terms and for its trail, in KiB; with its own, 30 queens do not fit."""


def printed(
    text: str, command: Sequence[str], pattern: str, ends: str | tuple[str, ...], suffix: str
) -> Iterator[list[int]]:
    """The numbers in each line with the pattern that a program prints about a model.

    Raises RuntimeError if no line starts with one of ``ends``.
    """
    is_over = False
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"queens{suffix}")
        file.write_text(text)
        with subprocess.Popen(
            [str(file) if part == MODEL else part for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | STACKS | {"TMPDIR": folder},
        ) as process:
            try:
                for line in process.stdout or ():
                    is_over = is_over or line.startswith(ends)
                    if found := re.search(pattern, line):
                        yield [*map(int, found[1].replace(",", " ").split())]
            finally:
                process.terminate()
    if not is_over:
        raise RuntimeError(f"{command[0]} stopped before the end")


class Text(NumberedSquares):
    """A model as the statements of a text, which the texts of a class are made into."""

    statement, term, comma, plus, signs = "{}", "{} + {}", ", ", " + ", ("<=", "=")
    values_text = different_text = differ_text = ""

    def __init__(self, *, smallest: bool = False) -> None:
        self.statements: list[str] = []
        self.count = 0
        self.smallest = smallest

    def name(self) -> str:
        self.count += 1
        return f"X{self.count}"

    def integer(self, values: Sequence[int]) -> str:
        name, listed = self.name(), self.comma.join(map(str, values))
        self.statements.append(self.values_text.format(name=name, values=listed))
        return name

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post it for natural numbers: all are greater by the same."""
        least = min(number for _, number in terms)
        sums = [self.sum(name, number - least) for name, number in terms]
        if len(sums) > 1:
            self.statements.append(self.different_text.format(self.comma.join(sums)))

    def sum(self, name: str, number: int) -> str:
        return self.term.format(name, number) if number else name

    def differ(self, one: Any, other: Any, distance: int) -> None:
        low, high = (one, other) if distance >= 0 else (other, one)
        self.statements.append(self.differ_text.format(self.sum(low, abs(distance)), high))

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        total = f"{self.plus.join(line)} {self.signs[exactly]} 1"
        self.statements.append(self.statement.format(total))


class Gecode(Text):
    """Gecode by MiniZinc, whose library keeps all-different constraints as such.

    The rows allowed in a column stand last: with a variable that is fixed before, this library
    loses an all-different constraint that cannot hold.
    """

    statement = "constraint {};"
    different_text, differ_text = "constraint alldifferent([{}]);", "constraint {} != {};"

    def __init__(self, *, smallest: bool = False) -> None:
        super().__init__(smallest=smallest)
        self.allowed: list[str] = []

    def integer(self, values: Sequence[int]) -> str:
        name = self.name()
        self.statements.append(f"var 0..{max(values) + 1}: {name};")
        self.allowed.append(f"constraint {name} in {{{self.comma.join(map(str, values))}}};")
        return name

    def square(self, *, free: bool) -> str:
        name = self.name()
        self.statements.append(f"var bool: {name};{'' if free else f' constraint not {name};'}")
        return name

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        listed = ", ".join(variables)
        search = f":: int_search([{listed}], first_fail, indomain_min) " if self.smallest else ""
        shown = f'solve {search}satisfy; output [show([x + 0 | x in [{listed}]]), "\\n"];'
        lines = ['include "alldifferent.mzn";', *self.statements, *self.allowed, shown]
        text = "\n".join(lines)
        many, end = (["--all-solutions"], "=" * 10) if goal is Goal.ALL else ([], "-" * 10)
        command = ["minizinc", "--solver", "gecode", "-G", "gecode_presolver", *many, MODEL]
        ends = end, "=====UNSATISFIABLE"
        yield from printed(text, command, r"^\[(.*)\]", ends, ".mzn")


class GnuProlog(Text):
    """GNU Prolog, whose integers are natural numbers."""

    signs, values_text = ("#=<", "#="), "fd_domain({name}, [{values}])"
    different_text, differ_text = "fd_all_different([{}])", "{} #\\= {}"

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post it for variables, since a sum is none."""
        least, sums = min(number for _, number in terms), []
        for name, number in terms:
            sums.append(self.name())
            self.statements.append(f"{sums[-1]} #= {name} + {number - least}")
        self.statements.append(self.different_text.format(", ".join(sums)))

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        listed, order = ", ".join(variables), "first_fail" if self.smallest else "standard"
        search = f"fd_labeling([{listed}], [variable_method({order})]), write([{listed}]), nl"
        again, ends = ("fail", ("end",)) if goal is Goal.ALL else ("halt", ("[", "end"))
        text, calls = ":- initialization(main).\n", list[str]()
        for at in range(0, len(self.statements), 100):  # its compiler crashes on a long clause
            part = ",\n".join(self.statements[at : at + 100])
            calls.append(f"part{at}([{', '.join({*re.findall('X[0-9]+', part)})}])")
            text += f"{calls[-1]} :- {part}.\n"
        goals = ",\n".join([*calls, search, again])
        text += f"main :- {goals}.\nmain :- write(end), nl, halt."
        command = ["gprolog", "--consult-file", MODEL]
        yield from printed(text, command, r"^\[(.*)\]", ends, ".pl")


class FullCosoco(NumberedSquares, Cosoco):
    """cosoco, which reads XCSP3."""

    def differ(self, one: Any, other: Any, distance: int) -> None:
        self.constraints.append(f"<intension> ne(add({one},{distance}),{other}) </intension>")

    def one_of(self, line: Sequence[Any], *, exactly: bool) -> None:
        condition = f"<condition> ({'eq' if exactly else 'le'},1) </condition>"
        self.constraints.append(f"<sum> <list> {' '.join(line)} </list> {condition} </sum>")


def ace_archive() -> Path:
    """ACE's archive, whose name has its version; raises PackageNotFoundError without PyCSP3."""
    folder = metadata.distribution("pycsp3").locate_file("pycsp3/solvers/ace")
    (archive,) = Path(str(folder)).glob("ACE-*.jar")
    return archive


class Ace(FullCosoco):
    """ACE, a program in Java, whose archive is in the package of PyCSP3."""

    def __init__(self, *, smallest: bool = False) -> None:
        super().__init__()
        self.smallest = smallest

    def solutions(self, variables: Sequence[Any], goal: Goal, work: Counter[str]) -> Solutions:
        most = "all" if goal is Goal.ALL else "1"
        options = ["-xe", "-npc", "-xc=false", f"-s={most}"]
        options += ["-varh=Dom"] if self.smallest else []
        command = ["java", "-jar", str(ace_archive()), MODEL, *options]
        yield from printed(self.text(), command, "<values>(.*)</values>", "d COMPLETE", ".xml")
