"""Texts of the commands about themselves: help, version, examples."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest
from documents import DOCUMENTS, blocks
from engines import skip_or_fail
from places import ROOT
from queens_command import options_of
from shares import a_share, slower
from typed_commands import in_a_shell, typed

from solvers import registry
from solvers.cli.exit_codes import ExitCode
from solvers.cli.queens import NAMES
from solvers.install_hint import SWI_PROLOG

PROGRAMS = ["queens", *(f"queens {name}" for name in NAMES)]


def help_of(program: str) -> str:
    """The answer of a program to ``--help``."""
    done = typed(f"{program} --help")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def examples_of(program: str) -> list[str]:
    """The lines that end its help."""
    return [line.strip() for line in help_of(program).rpartition("examples:\n")[2].splitlines()]


def options_in(text: str) -> list[str]:
    """The option strings that stand in a help's column of options."""
    places = re.findall(r"^  (-.*?)(?:  |$)", text, re.MULTILINE)
    return [name for place in places for name in re.findall(r"(?<![\w-])--?[a-z][-a-z]*", place)]


def test_a_newcomer_reads_at_most_86_options() -> None:
    listed = [option for program in PROGRAMS for option in options_in(help_of(program))]
    assert 70 < len(listed) - listed.count("-h") - listed.count("--help") <= 86


@pytest.mark.parametrize(
    ("program", "first"),
    [
        ("compare", ["n", "backends", "list", "first", "report", "time-limit", "memory-limit"]),
        ("check", ["n", "task", "show-output", "output"]),
    ],
)
def test_the_options_that_a_newcomer_needs_come_first(program: str, first: list[str]) -> None:
    usual = help_of(f"queens {program}").partition("\noptions:\n")[2].partition("\n\n")[0]
    assert options_in(usual) == ["-h", "--help", *(f"--{name}" for name in first)]


def test_the_help_says_in_order_what_each_command_does() -> None:
    shown = re.findall(r"^    ([a-z]+) +[A-Z]\w+ ", help_of("queens"), re.MULTILINE)
    assert tuple(shown) == NAMES


@a_share("program", PROGRAMS)
def test_the_examples_need_nothing_that_a_first_installation_lacks(program: str) -> None:
    required = metadata.requires("solver-parity") or []
    packages = {re.split(r"[<>=]", line)[0] for line in required if "extra ==" not in line}
    homes = metadata.packages_distributions()
    for example in examples_of(program):
        for name in set(re.split(r"[ ,]", example)) & set(registry.backends()):
            backend = registry.find(name)
            modules = {module.partition(".")[0] for module in backend.requires}
            assert {home for module in modules for home in homes[module]} <= packages, example
            assert "apt" not in backend.install or backend.install.startswith(SWI_PROLOG), example


def test_no_text_of_an_installed_package_names_a_document() -> None:
    """A wheel has no docs: help, messages and docstrings name a command or say it themselves."""
    named = [
        path
        for path in (ROOT / "solvers").rglob("*")
        if path.is_file() and path.suffix != ".pyc" and b"docs/" in path.read_bytes()
    ]
    assert not named
    assert not [program for program in PROGRAMS if ".md" in help_of(program)]


def as_queens(line: str) -> tuple[str, ...]:
    """The words of a command under the one name that both of its names stand for."""
    return tuple(shlex.split(line.replace("python compare.py", "queens compare")))


@cache
def shown_in_documents() -> set[tuple[str, ...]]:
    """The commands of ours that the documents show alone in a line."""
    sessions = chain.from_iterable(chain.from_iterable(map(blocks, DOCUMENTS)))
    return {as_queens(session["command"]) for session in sessions}


@a_share("program", [slower(one) if one == "queens contract" else one for one in PROGRAMS])
def test_the_examples_that_end_a_help_work_as_they_stand(program: str, tmp_path: Path) -> None:
    examples = examples_of(program)
    assert 1 <= len(examples) <= 3
    assert all(program in example for example in examples)
    for example in examples:
        if as_queens(example) in shown_in_documents():
            continue  # it is run there
        done = typed(example, tmp_path)
        if done.returncode == ExitCode.UNAVAILABLE:
            skip_or_fail(done.stderr)
        assert done.returncode in {0, 1}, done  # 1: it shows something that is wrong, and says so
        assert done.stdout or list(tmp_path.iterdir())


@pytest.mark.parametrize("program", ["python compare.py", "queens"])
def test_the_version_is_that_of_the_package(program: str) -> None:
    done = in_a_shell(f"{program} --version")
    version = metadata.version("solver-parity")
    assert done.stdout.split()[:2] == [program.rsplit(maxsplit=1)[-1], version]
    assert done.returncode == 0


def test_queens_without_arguments_shows_its_help_and_fails() -> None:
    done = typed("queens")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", help_of("queens"))


# Commands in messages


NAMED = re.compile(rf"queens ({'|'.join(NAMES)})\b(?!:)([^;\n]*)")
"""Matches a command in a text, with all that follows; "queens solve: ..." begins an error."""


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
