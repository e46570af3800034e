"""How a program is asked: what is called, with what, and what had to be assumed for that."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN = {
    "n": "n", "n-1": "n - 1", "n+1": "n + 1", "0": "0", "1": "1", "nil": "an empty list",
    "set": "an empty set", "dict": "an empty dict", "none": "None", "false": "False",
    "true": "True", "range0": "the rows 0 to n - 1", "range1": "the rows 1 to n",
    "zeros": "n zeros", "unset": "n times -1", "board": "an empty board", "dots": "an empty board",
    "out": "the solution", "free": "another variable", "vars": "a list of n variables",
    "pairs": "[1/Y1, 2/Y2, ...]", "template": "the template",
}  # fmt: skip
"""What can be given as an argument, by the words that harnesses understand."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to ask a program for n.

    ``entry`` is what is called ("": nothing), ``arguments`` the words for what it gets, a "."
    before those of a method. ``started``: it is started anew for each n, as a program that reads n.
    ``size``: the name of the variable that is set to n in its text. ``fixed``: it is not told n.
    ``called_for``: its name is one under which the puzzle's solutions are looked for.
    """

    entry: str = ""
    arguments: tuple[str, ...] = ()
    started: bool = False
    size: str = ""
    fixed: bool = False
    called_for: bool = True

    @property
    def is_usual(self) -> bool:
        """Whether nothing had to be assumed."""
        plain = tuple(word for word in self.arguments if word != ".")
        return self.called_for and not self.started and plain in {("n",), ("n", "out")}

    @property
    def is_named_queens(self) -> bool:
        """Whether it is what any reader would call: a function named after the puzzle, given n."""
        return self.is_usual and "." not in self.arguments and "queen" in self.entry.lower()

    @property
    def needs_a_start(self) -> bool:
        """Whether each n needs a process of its own."""
        return self.started or bool(self.size) or not self.entry

    @property
    def words(self) -> str:
        """What was done, in words."""
        made = [SHOWN[word] for word in self.arguments if word != "."]
        called = f"{self.entry}({', '.join(made)})" if self.entry else ""
        parts = [f"called as {called}"] if called else ["run as a whole"]
        if self.started:
            parts.append("n is given on its input and on its command line")
        if self.size:
            parts.append(f"{self.size} is set to n in its text")
        return "; ".join(parts)
