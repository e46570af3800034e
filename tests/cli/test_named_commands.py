"""Every command that a message names works, and so does every option."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator

from places import ROOT
from queens_command import Queens, options_of
from shares import a_share

from solvers.cli.queens import NAMES

NAMED = re.compile(rf"queens ({'|'.join(NAMES)})\b(?!:)([^;\n]*)")
"""Matches a command in a text, with all that follows; "queens solve: ..." begins an error."""

MESSAGES = [
    (["compare", "--n", 4, "--backends", "zzzzzz"], "queens compare --list"),
    (["trace", "--backend", "minizinc"], "queens trace --backend clpfd"),
]
"""Commands whose output names another command."""


def texts() -> Iterator[str]:
    """The texts in the programs of the suite, without docstrings and examples."""
    for path in (ROOT / "solvers").rglob("*.py"):
        tree = ast.parse(path.read_text())
        documented = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in documented:
                continue
            if isinstance(node.value, str):
                yield node.value


def test_every_option_beside_a_named_command_is_one_of_its_options() -> None:
    found = [match for text in texts() for match in NAMED.finditer(text)]
    assert len(found) > 5
    for name, rest in (match.groups() for match in found):
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest))
        assert named <= options_of(name), (name, rest)


@a_share(("arguments", "named"), MESSAGES, ids=str)
def test_a_command_that_a_message_names_works(
    arguments: list[object], named: str, queens: Queens
) -> None:
    said = queens.run(*arguments)
    assert named in said.out + said.err
    assert queens.run(*shlex.split(named)[1:], "--n", 4).code in {0, 1, 3}
