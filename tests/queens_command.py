"""The command ``queens``, run in the process of the tests."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from typing import Any, NamedTuple

import pytest

from solvers.cli.queens import NAMES, commands, main


class Printed(NamedTuple):
    """The output of a command."""

    out: str
    err: str
    code: object

    @property
    def lines(self) -> list[str]:
        """Standard output line by line."""
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[dict[str, str]]:
        """Standard output as CSV."""
        return rows_in(self.out)


def rows_in(text: str) -> list[dict[str, str]]:
    """The rows of a table in CSV."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


class Queens:
    """Runs the command ``queens`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object, code: object = 0) -> Printed:
        """The output of ``queens ARGUMENTS``, which has to end with this exit code."""
        printed = self.run(*arguments)
        assert printed.code == code, printed
        return printed

    def run(self, *arguments: object) -> Printed:
        """The output of ``queens ARGUMENTS``, with its exit code."""
        self._capsys.readouterr()
        try:
            ended: object = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            ended = leaving.code
        return Printed(*self._capsys.readouterr(), code=ended)

    def refusal(self, *arguments: object) -> str:
        """The one line on standard error by which ``queens ARGUMENTS`` is refused as bad usage."""
        printed = self(*arguments, code=2)
        assert printed.out == ""
        assert printed.err.count("\n") == 1, printed
        others = re.findall(rf"queens ({'|'.join(NAMES)})\b", printed.err)
        known = set().union(*map(options_of, {*others, *map(str, arguments[:1])} & {*NAMES}))
        told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", printed.err))
        assert told <= known | {*map(str, arguments)} | {"--help"}, printed
        return printed.err


def options_of(name: str) -> set[str]:
    """The options of a command."""
    parser = argparse.ArgumentParser()
    (command,) = commands([name])
    command.add_arguments(parser)
    return set(parser._option_string_actions)
