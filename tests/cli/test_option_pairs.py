"""All pairs of options of a command, over programs that are right, wrong, crash and are slow.

Whatever is asked: no traceback, an exit code of the help, no file changed but those that were
named, nothing left running or lying about. A covering array has every pair of values in few runs;
examples chosen at random would need ten times as many, and might still miss some.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from allpairspy import AllPairs
from checked_programs import FOUND
from processes import left_behind, named, ran

HEAD = """
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as r
"""
FILES = {
    "right.py": FOUND.replace("found", "queens"),
    "wrong.py": "def queens(n):\n    return [[0] * n]\n",
    "crash.py": "def queens(n):\n    raise ValueError(n)\n",
    "slow.py": "def queens(n):\n    while True:\n        pass\n",
    "refused.py": "",
    "b_right.py": f"{HEAD}BACKEND = Backend('b-right', solve=r)\n",
    "b_wrong.py": f"{HEAD}def solve(problem, work):\n    yield (0,) * problem.n\n"
    "BACKEND = Backend('b-wrong', solve=solve)\n",
    "b_crash.py": f"{HEAD}def solve(problem, work):\n    raise ValueError('lost')\n"
    "BACKEND = Backend('b-crash', solve=solve)\n",
    "b_slow.py": f"{HEAD}def solve(problem, work):\n    while True:\n        pass\n"
    "BACKEND = Backend('b-slow', solve=solve)\n",
    "board.txt": "....x\n.....\n.....\n.....\n.....\n",
    "class/ada.py": "def queens(n):\n    return []\n",
    "class/bob.py": FOUND.replace("found", "queens"),
    "notes.txt": "mine",
}
KINDS = ("right", "wrong", "crash", "slow")
MAY_END = {"right": {0, 2, 3}, "wrong": {1, 2, 3}, "crash": {1, 2, 3}, "slow": {2, 3}}
"""The exit codes of a check of one program of each kind, or of a comparison with it."""

OPTIONS: dict[str, dict[str, list[str]]] = {
    "compare": {
        "program": [*(f"b_{kind}.py" for kind in KINDS), *(f"{kind}.py" for kind in KINDS)],
        "output": ["", "--output json", "--output csv"],
        "board": ["--n 5", "--n 4,5", "--board board.txt", "--n 5 --prefix 1 --blocked 4:0"],
        "first": ["", "--first"],
        "repeat": ["", "--repeat 2"],
        "jobs": ["", "--jobs 2", "--jobs 40"],
        "checkpoint": ["", "--checkpoint kept"],
        "count": ["", "--count"],
        "certify": ["", "--certify", "--certify proof"],
        "report": ["", "--report page.html"],
    },
    "check": {
        "program": [*(f"{kind}.py" for kind in KINDS), "refused.py", "right.py::queens", "class"],
        "output": ["", "--output json", "--output gradescope"],
        "n": ["--n 5", "--n 4 --points 4:2", "--points 3:1,5:2.5"],
        "task": ["", "--task one", "--task count"],
        "call": ["", "--call queens({n})", "--call queens(4)"],
        "printed": ["", "--printed"],
        "shown": ["", "--show-output"],
        "packages": ["", "--allow-packages numpy"],
        "pages": ["", "--feedback pages"],
        "sandbox": ["", "--sandbox basic"],
        "table": ["", "--out grades.csv", "--jobs 2"],
        "language": ["", "--language python"],
    },
    "solve": {
        "program": [*(f"b_{kind}.py" for kind in KINDS), "sicp"],
        "board": ["--n 5", "--n 4", "--board board.txt", "--n 5 --prefix 1 --given 4:0"],
        "first": ["", "--first"],
        "limit": ["", "--limit 1", "--limit 3"],
        "style": ["", "--style svg", "--style unicode", "--style text", "--style json"],
        "how": ["", "--course-notation"],
    },
    "trace": {
        "program": ["backtracking", "sicp", "clpfd"],
        "board": ["--n 4", "--n 5 --prefix 1", "--board board.txt"],
        "output": ["", "--output jsonl"],
        "limit": ["", "--limit 3"],
        "explain": ["", "--explain"],
    },
}
"""The options of each command, each with two or more values; "" leaves it out."""

REFUSED: dict[str, list[tuple[str, str]]] = {
    "compare": [
        ("--first", r"--jobs|--checkpoint|--count|^(right|wrong|crash|slow)\.py"),
        ("--repeat", "--checkpoint"),
        ("--certify proof", "--n 4,5"),
    ],
    "check": [
        ("^class", "json|gradescope|--show-output"),
        ("--out|--jobs|--feedback", r"\.py"),
        ("::", "--call"),
        ("--n", "--points 3:1"),
    ],
    "solve": [
        ("--course-notation", r"b_|--style"),
        ("svg", "^(?!--first|--limit 1)"),
    ],
    "trace": [("--explain", "sicp|clpfd")],
}
"""Patterns of two values that a command refuses together."""

WRITTEN = {"kept", "proof", "page.html", "pages", "grades.csv"}
"""The files and folders that the options name for writing."""


def rows(command: str) -> list[dict[str, str]]:
    """The rows of a covering array: every two values that go together stand together in one."""
    options = OPTIONS[command]
    found = AllPairs([*options.values()], filter_func=partial(goes_together, command))
    return [dict(zip(options, row, strict=True)) for row in found]


def goes_together(command: str, values: Sequence[str]) -> bool:
    """Whether no two of these values are refused together."""
    return not any(
        re.search(one, left) and re.search(other, right)
        for one, other in REFUSED[command]
        for left, right in permutations(values, 2)
    )


def arguments_of(command: str, row: dict[str, str]) -> list[str]:
    """The arguments of a row."""
    program = f"./{row['program']}" if row["program"].startswith("b_") else row["program"]
    if command in {"solve", "trace"}:
        given = ["--backend", program]
    elif program.startswith("./"):
        given = ["--backends", f"sicp,{program}"]
    else:
        given = [program, *(["--backends", "sicp"] if command == "compare" else [])]
    others = [word for name in row if name != "program" for word in row[name].split()]
    return [command, *given, *others, "--time-limit", "2"]


def contents(folder: Path) -> dict[str, bytes]:
    """The content of each file below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def every_row() -> Iterator[Any]:
    """Each row with its number; one of each command is tried by ``make test``."""
    numbered = [(command, row) for command in OPTIONS for row in rows(command)]
    for number, (command, row) in enumerate(numbered):
        marks = () if number % 24 == 0 else (pytest.mark.slow("tries all pairs of options"),)
        yield pytest.param(command, row, id=f"{command}-{number}", marks=marks)


@pytest.mark.parametrize(("command", "row"), list(every_row()))
def test_any_two_options_work_together(command: str, row: dict[str, str], tmp_path: Path) -> None:
    work, temporary = tmp_path / "work", tmp_path / "temporary"
    temporary.mkdir()
    for name, text in FILES.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    arguments = arguments_of(command, row)
    environment = os.environ | {"TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    before = contents(work)
    done = ran([sys.executable, "-m", "solvers", *arguments], folder=work, env=environment)
    told = f"{' '.join(arguments)}: {done}"
    assert "Traceback" not in done.stdout + done.stderr, told
    assert "the suite failed" not in done.stdout + done.stderr, told
    kind = next((kind for kind in KINDS if kind in row["program"]), "")
    is_judged = command in {"compare", "check"} and kind
    assert done.returncode in (MAY_END[kind] if is_judged else {0, 1, 2, 3}), told
    assert done.returncode != 2 or len(done.stderr.splitlines()) == 1, told
    after = contents(work)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    given = {*arguments} & WRITTEN
    assert {name.partition("/")[0] for name in changed} <= given, told
    assert not list(temporary.iterdir()), told
    assert not left_behind(set(), str(work)), told
    assert not named(str(temporary)), told
