"""One way to ask a program for n: the text of a call in its language, which a harness evaluates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.grading.language import PROLOG, PYTHON, Language

SIZE = "{n}"
"""The place of n in the text of a call."""

SOLUTION = "Solution"
"""The variable whose values are the answers to a call in Prolog."""

NAMES = ("nqueens", "queens", "solvenqueens", "eightqueens", "nqueen", "queen", "solve")
"""The names of such programs, without "_" and "-"."""


@dataclass(frozen=True, slots=True)
class CallPlan:
    """One way to ask a program for n.

    ``entry`` is the name that is called ("": none), ``call`` the text of the call.
    ``started``: it is started anew for each n, as a program that reads n.
    ``fixed``: it does not take n.
    ``called_for``: its name is one under which the puzzle's solutions are looked for.
    ``of_object``: it belongs to an object, which is made first. ``assumes``: it gets more than n.
    """

    entry: str = ""
    call: str = ""
    started: bool = False
    fixed: bool = False
    called_for: bool = True
    of_object: bool = False
    assumes: bool = False

    def text(self, n: int) -> str:
        """The call for n."""
        return self.call.replace(SIZE, str(n))

    @property
    def is_of_n_alone(self) -> bool:
        """Whether it calls with n, and nothing had to be assumed of the arguments."""
        return SIZE in self.call and not self.assumes

    @property
    def is_plain(self) -> bool:
        """Whether it calls a function or predicate of n alone."""
        return self.is_of_n_alone and not self.of_object

    @property
    def is_usual(self) -> bool:
        """Whether nothing had to be assumed."""
        return self.called_for and not self.started and self.is_of_n_alone

    @property
    def is_named_queens(self) -> bool:
        """Whether any reader would call it, with n: it, or its class, has the puzzle's name."""
        home, _, name = self.entry.lower().rpartition(".")
        return self.is_usual and ("queen" in name or ("queen" in home and name in NAMES))

    @property
    def is_query(self) -> bool:
        """Whether it gives one answer after the other, as a predicate does."""
        return SOLUTION in self.call

    @property
    def needs_a_start(self) -> bool:
        """Whether each n needs a process of its own."""
        return self.started or not self.entry


def call_of(language: Language, name: str, arguments: Sequence[str]) -> str:
    """The text of a call of this name."""
    if language is PYTHON:
        return f"{name}({', '.join(arguments)})"
    if language is not PROLOG:
        return f"({' '.join((name, *arguments))})"
    atom = name if re.fullmatch(r"[a-z]\w*", name) else "'" + name.replace("'", "''") + "'"
    return f"{atom}({', '.join(arguments)})" if arguments else atom


def plain_call(language: Language, name: str) -> CallPlan:
    """The call of a function or predicate of n alone."""
    arguments = (SIZE, SOLUTION) if language is PROLOG else (SIZE,)
    return CallPlan(name, call_of(language, name, arguments))
