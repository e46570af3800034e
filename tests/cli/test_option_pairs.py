"""All pairs of options of a command, over programs that are right, wrong, crash and are slow.

Whatever is asked: no traceback, an exit code of the help, the same verdict in every form, no file
changed but those that were named, nothing left running or lying about. A covering array has every
pair of values in few runs; examples chosen at random would need ten times as many, and might still
miss some.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from allpairspy import AllPairs
from processes import left_behind, named, ran

from solvers.output.page_names import page_name

HEAD = """
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as r
"""
SEARCH = """
def queens(n):
    return [list(p) for p in permutations(range(n))
            if n == len({r + c for c, r in enumerate(p)}) == len({r - c for c, r in enumerate(p)})]
"""
FILES = {
    "right.py": f"from itertools import permutations\n{SEARCH}",
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
    "class/bob.py": f"from itertools import permutations\n{SEARCH}",
    "notes.txt": "mine",
}
KINDS = ("right", "wrong", "crash", "slow")
MAY_END = {"right": {0, 2}, "wrong": {1, 2}, "crash": {2, 3}, "slow": {2, 3}}
"""The exit codes of a comparison with one program of each kind."""

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "compare": {
        "program": [*(f"b_{kind}.py" for kind in KINDS), *(f"{kind}.py" for kind in KINDS)],
        "output": ["text", "json", "csv"],
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
        "output": ["text", "json", "gradescope"],
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
        "which": ["", "--fundamental", "--placement 1,3,0,2"],
    },
    "trace": {
        "program": ["backtracking", "sicp", "clpfd"],
        "board": ["--n 4", "--n 5 --prefix 1", "--board board.txt"],
        "output": ["", "--output jsonl"],
        "limit": ["", "--limit 3"],
        "steps": ["", "--steps 2-5", "--steps 99990-99999"],
        "explain": ["", "--explain"],
        "check": ["", "--check"],
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
        ("--out|--jobs", r"\.py"),
        ("::", "--call"),
        ("--n", "--points 3:1"),
    ],
    "solve": [
        ("--course-notation", r"b_|--style|--fundamental"),
        ("--fundamental", "--first|--limit|board|--prefix|svg"),
        ("--placement", "--n|board|--course-notation"),
        ("svg", "^(?!--first|--limit 1)"),
    ],
    "trace": [
        ("--check", "--limit|--steps|--explain|jsonl"),
        ("--explain", "sicp"),
        ("jsonl", "--explain"),
    ],
}
"""Patterns of two values that a command refuses together."""

WRITTEN = {"kept", "proof", "page.html", "pages", "grades.csv"}
"""The files and folders that the options name for writing."""


class Seen(NamedTuple):
    """What a run left to be seen: its exit code, and its verdicts (not those of a usage error)."""

    code: int
    verdicts: list[str]


def rows(command: str) -> list[dict[str, Any]]:
    """The rows of a covering array: every two values that go together stand together in one.

    Eight rows of an array with all values follow, in which most are refused.
    """
    options = OPTIONS[command]
    values = list(options.values())
    found = [*AllPairs(values, filter_func=partial(goes_together, command))]
    found += islice(AllPairs(values), 8)
    return [dict(zip(options, row, strict=True)) for row in found]


def goes_together(command: str, values: Sequence[str]) -> bool:
    """Whether no two of these values are refused together."""
    return not any(
        re.search(one, left) and re.search(other, right)
        for one, other in REFUSED[command]
        for left, right in permutations(values, 2)
    )


def arguments_of(command: str, row: Mapping[str, Any], output: str) -> list[str]:
    """The arguments of a row, whose results have this form."""
    program = str(row["program"])
    is_backend = program.startswith("b_") or command in {"solve", "trace"}
    named_program = [f"--backend{'s' if command == 'compare' else ''}", program]
    if program.startswith("b_"):
        named_program[1] = f"./{program}"
    if command == "compare":
        named_program[1] = f"sicp,{named_program[1]}" if is_backend else "sicp"
    arguments = [command, *(named_program if command != "check" else ())]
    if not is_backend:
        arguments.append(program)
    for name, value in row.items():
        if name not in {"program", "output"}:
            arguments += str(value).split()
    arguments += output.split() if command == "trace" else ["--output", output] if output else []
    return [*arguments, "--time-limit", "2"]


def contents(folder: Path) -> dict[str, bytes]:
    """The content of each file below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def run_of(command: str, row: Mapping[str, Any], output: str, folder: Path) -> Seen:
    """Run a row in an empty folder with the files, and check what must always hold."""
    work, temporary = folder / "work", folder / "temporary"
    temporary.mkdir(parents=True)
    for name, text in FILES.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    arguments = arguments_of(command, row, output)
    environment = os.environ | {"TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    before = contents(work)
    done = ran([sys.executable, "-m", "solvers", *arguments], folder=work, env=environment)
    told = f"{' '.join(arguments)}: {done}"
    assert "Traceback" not in done.stdout + done.stderr, told
    assert "the suite failed" not in done.stdout + done.stderr, told
    assert done.returncode in {0, 1, 2, 3}, told
    after = contents(work)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    given = {*arguments} & WRITTEN
    if "grades.csv" in given:
        given.add("grades.todo.csv")  # has the hand-ins without a score
        given |= {f".{name}.sha256" for name in ("grades.csv", "grades.todo.csv")}
    assert {name.partition("/")[0] for name in changed} <= given, told
    assert not list(temporary.iterdir()), told
    assert not left_behind(set(), str(work)), told
    assert not named(str(temporary)), told
    if done.returncode == 2:
        assert len(done.stderr.splitlines()) == 1, told
    if command == "compare" and done.returncode != 2:
        return Seen(done.returncode, of_comparison(done.stdout, output, work, arguments))
    if command == "check":
        return Seen(done.returncode, of_check(done.stdout, output, work, row))
    if command == "trace" and output.endswith("jsonl") and done.returncode == 0:
        assert all(isinstance(json.loads(line), dict) for line in done.stdout.splitlines()), told
    return Seen(done.returncode, [])


def of_comparison(text: str, output: str, work: Path, arguments: list[str]) -> list[str]:
    """The verdict of each comparison; the page has the worst of them."""
    if output == "json":
        one_by_one = text.splitlines() if text.startswith('{"') else [text]
        verdicts = [json.loads(document)["verdict"] for document in one_by_one]
    elif output == "csv":
        lines = list(csv.DictReader(io.StringIO(text)))
        verdicts = [line["agreement"] for line in lines if line["backend"] == "sicp"]
    else:
        words = re.findall(r"^(identical|correct|different|incomplete): ", text, re.MULTILINE)
        verdicts = ["identical" if word == "correct" else word for word in words]
    if "page.html" in arguments:
        page = (work / "page.html").read_text()
        (data,) = re.findall(r'id="queens-data">(.*?)</script>', page, re.DOTALL)
        worst = min(verdicts, key=["different", "incomplete", "identical"].index)
        assert worst in {one["verdict"] for one in json.loads(data)["comparisons"]}
    return verdicts


def of_check(text: str, output: str, work: Path, row: Mapping[str, Any]) -> list[str]:
    """The verdict on a program, which its page has, too; those of a class, in any order."""
    program = str(row["program"]).partition("::")[0]
    pages = {path.name: path.read_text() for path in work.glob("pages/*.html")}
    if program == "class":
        table = (work / "grades.csv").read_text() if (work / "grades.csv").exists() else text
        lines = list(csv.DictReader(io.StringIO(table)))
        return sorted(line["verdict"] for line in lines if line["verdict"])
    if not text:
        return []
    if output == "text":
        said = text.partition("\n")[0]
    elif output == "json":
        said = f"is {json.loads(text)['verdict']}"
    else:
        said = json.loads(text)["output"].partition("\n")[0]
    if page := pages.get(f"{page_name(program)}.html"):
        assert verdict_in(said) == verdict_in(page)
    return verdict_in(said)


def verdict_in(said: str) -> list[str]:
    """The verdict in a sentence."""
    return re.findall(r"(?:is|are|:) (right|wrong|not finished|not judged)\b", said)[:1]


def every_row() -> Iterator[Any]:
    """Each row with its number; one of each command is tried by ``make test``."""
    numbered = [(command, row) for command in OPTIONS for row in rows(command)]
    for number, (command, row) in enumerate(numbered):
        marks = () if number % 24 == 0 else (pytest.mark.slow("tries all pairs of options"),)
        yield pytest.param(command, row, id=f"{command}-{number}", marks=marks)


@pytest.mark.parametrize(("command", "row"), list(every_row()))
def test_any_two_options_work_together(command: str, row: dict[str, Any], tmp_path: Path) -> None:
    forms = [str(each) for each in OPTIONS[command].get("output", [""])]
    output = str(row.get("output", ""))
    seen = run_of(command, row, output, tmp_path / "first")
    kind = next((kind for kind in KINDS if kind in str(row["program"])), "")
    if command == "compare":
        assert seen.code in MAY_END[kind], row
        outcome = {"identical": 0, "different": 1, "incomplete": 3}
        assert {outcome[each] for each in seen.verdicts} <= {0, seen.code}, row
    if command == "check" and kind:
        assert seen.code != (1 if kind == "right" else 0), row
    if command in {"compare", "check"} and row["program"] != "class":
        other = forms[(forms.index(output) + 1) % len(forms)]
        again = run_of(command, row, other, tmp_path / "second")
        assert again.code == seen.code, (row, other)
        if seen.verdicts and again.verdicts:
            assert again.verdicts == seen.verdicts, (row, other)
