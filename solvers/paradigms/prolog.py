"""Logic programming: ``prolog/queens.pl``, run by SWI-Prolog through pyswip.

Source: the course project "N Queens Problem in Racket and Prolog" (COMP 333). The program is the
course's; what stands here only carries it over: Prolog's lists have the newest column first.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from solvers.interface import Backend, Counters, Emit, Problem

CHUNK = 250
"""How many solutions one answer of Prolog carries, after a first answer with one."""


def program(module: str = "queens") -> Path:
    """Where a module of ours is: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "prolog" / f"{module}.pl"
    return inside if inside.exists() else package.parent / "prolog" / inside.name


def load_program(module: str) -> None:
    """Load a module of ours. JSON's quoting is Prolog's too; pyswip itself quotes nothing."""
    ask(f"use_module({json.dumps(str(program(module)), ensure_ascii=False)}, [])")


def ask(goal: str) -> dict[str, Any]:
    """The variables of the goal's first answer."""
    from pyswip import Prolog

    (answer,) = Prolog.query(f"once(({goal}))", catcherrors=True)
    variables: dict[str, Any] = answer
    return variables


def ask_for_all(module: str, problem: Problem, emit: Emit) -> Counters:
    """Ask the module's solve/3 for all its answers, many to one text, and turn each list round.

    On a board with blocked squares it is solve/4, which is told the rows of the columns left.
    A text read as JSON costs nothing over findall/3; an answer a solution costs a third more.
    """
    from pyswip import Prolog

    load_program("answers")
    load_program(module)
    n, start = problem.n, list(reversed(problem.prefix))
    goal = f"solve({n}, {start}, QP)"
    if problem.blocked:
        left = [list(problem.rows(column)) for column in range(len(start), n)]
        goal = f"solve({n}, {left}, {start}, QP)"
    before = ask("statistics(inferences, Count)")["Count"]
    # Lists do not become variables of the query: pyswip would copy them, number by number.
    query = f"answers:answers({module}:{goal}, QP, {CHUNK}, Text)"
    with closing(Prolog.query(query, catcherrors=True)) as answers:  # one query at a time
        for answer in answers:
            chunk = json.loads(answer["Text"])
            if chunk and emit(np.array(chunk, np.int16).reshape(len(chunk), n)[:, ::-1]):
                break
    return {"inferences": ask("statistics(inferences, Count)")["Count"] - before}


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the answers of solve/3 in queens.pl, in lexicographic order."""
    return ask_for_all("queens", problem, emit)


def version() -> str:
    """The version of SWI-Prolog, from SWI-Prolog itself."""
    number = ask("current_prolog_flag(version, Number)")["Number"]
    return f"SWI-Prolog {number // 10000}.{number // 100 % 100}.{number % 100}"


BACKEND = Backend(
    name="prolog",
    paradigm="logic programming",
    solve=solve,
    requires=("pyswip",),
    cure="sudo apt-get install swi-prolog-nox (macOS: brew install swi-prolog), "
    "then pip install pyswip",
    version=version,
    idea="Say when a row has no conflict with the queens so far, and ask for a list of such "
    "rows. Choice points and backtracking are the language's own; the program has no "
    "search in it.",
    listing=("queens.pl", "solve", "nc"),
)
