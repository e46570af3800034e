"""A kept result is used again only while all that made it is the same, under any name."""

from __future__ import annotations

import py_compile
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import pytest
from engines import needs_program, needs_prolog
from shares import a_share

from solvers import registry
from solvers.execution import identity
from solvers.execution.limits import Limits
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Split
from solvers.splitting.split_run import SplitRun, solve_in_shards

pytestmark = pytest.mark.zoo

MINE = """
import ctypes, importlib, importlib.util, os, sqlite3, subprocess, sys
from pathlib import Path
from solvers.interface import Backend
HERE = Path(__file__).resolve().parent
{code}
def solve(problem, work):
    from solvers.paradigms.backtracking import BACKEND
    found = list(BACKEND.solve(problem, work))
    yield from found[: len(found) - left_out()]
BACKEND = Backend("mine", solve=solve)
"""
"""A backend that leaves out solutions, as many as ``left_out`` returns."""

FIVE = Problem(5)


def text(name: str) -> Callable[[Path, int], object]:
    return lambda folder, number: (folder / name).write_text(str(number))


def module(name: str) -> Callable[[Path, int], object]:
    def write(folder: Path, number: int) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"LEFT_OUT = {number}  # changed\n" * (number + 1))

    return write


def cached(folder: Path, number: int) -> None:
    """A module without its source."""
    (folder / "source.txt").write_text(f"LEFT_OUT = {number}")
    py_compile.compile(str(folder / "source.txt"), str(folder / "others.pyc"), doraise=True)
    (folder / "source.txt").unlink()


def zipped(folder: Path, number: int) -> None:
    with zipfile.ZipFile(folder / "some modules.zip", "w") as archive:
        archive.writestr("others.py", f"LEFT_OUT = {number}")


def linked(folder: Path, number: int) -> None:
    """A link to a module elsewhere, then to another one."""
    elsewhere = folder / "elsewhere" / f"real{number}.py"
    elsewhere.parent.mkdir(exist_ok=True)
    # Python takes a module of the same size and second for the one that it has compiled.
    elsewhere.write_text(f"LEFT_OUT = {number}" + " " * number)
    (folder / "others.py").unlink(missing_ok=True)
    (folder / "others.py").symlink_to(elsewhere)


def compiled(source: str, name: str) -> Callable[[Path, int], object]:
    """A library in C."""

    def build(folder: Path, number: int) -> None:
        needs_program("gcc", "gcc")
        headers = sysconfig.get_path("include")
        (folder / "m.c").write_text(source.replace("NUMBER", str(number)))
        command = ["gcc", "-shared", "-fPIC", f"-I{headers}", "m.c", "-o", "new.so"]
        subprocess.run(command, check=True, cwd=folder)
        (folder / "new.so").replace(folder / name)  # one that is mapped is not written over
        (folder / "m.c").unlink()

    return build


EXTENSION = """
#include <Python.h>
static struct PyModuleDef D = {PyModuleDef_HEAD_INIT, "others", 0, -1, 0};
PyMODINIT_FUNC PyInit_others(void) {
    PyObject *m = PyModule_Create(&D); PyModule_AddIntConstant(m, "LEFT_OUT", NUMBER); return m;
}
"""


def database(folder: Path, number: int) -> None:
    with closing(sqlite3.connect(folder / "a table.db")) as kept, kept:
        kept.execute("DROP TABLE IF EXISTS numbers")
        kept.execute("CREATE TABLE numbers AS SELECT ? AS number", (number,))


def facts(folder: Path, number: int) -> None:
    needs_prolog()
    (folder / "my facts.pl").write_text(f":- module(facts, []).\nleft_out({number}).\n")


def found_later(folder: Path, number: int) -> None:
    if number:
        (folder / "others.cfg").write_text("1")


def hides(folder: Path, number: int) -> None:
    """A module that a later one hides, in a folder that comes before it."""
    module("others.py")(folder, 0)
    if number:
        (folder / "first").mkdir()
        module("others.py")(folder / "first", 1)


class Opener(NamedTuple):
    """Something that a backend uses, and a function that makes it with a number in it."""

    code: str
    make: Callable[[Path, int], object]


READ = "def left_out(): return int((HERE / {}).read_text())"
IMPORT = "import others\ndef left_out(): return others.LEFT_OUT"
ODD_NAMES = ["my table.txt", "größe.txt", "a+b.txt", ".table", "%d\n$(id).txt", "x" * 150, "a'b\"c"]

KINDS = {
    **{name[:9]: Opener(READ.format(repr(name)), text(name)) for name in ODD_NAMES},
    "a name made at run time": Opener(READ.format("'-'.join(['a', 'b'])"), text("a-b")),
    "bytes": Opener(
        "def left_out():\n    with open(os.fsencode(HERE) + b'/a table') as table:\n"
        "        return int(table.read())",
        text("a table"),
    ),
    "a descriptor": Opener(
        "def left_out(): return int(os.read(os.open(HERE / 'table', os.O_RDONLY), 9))",
        text("table"),
    ),
    "not there": Opener(
        "def left_out():\n    try: return int((HERE / 'others.cfg').read_text())\n"
        "    except FileNotFoundError: return 0",
        found_later,
    ),
    "a module": Opener(IMPORT, module("others.py")),
    "importlib": Opener(
        "def left_out():\n    return importlib.import_module('o' + 'thers').LEFT_OUT",
        module("others.py"),
    ),
    "importlib in a package": Opener(
        "def left_out(): return importlib.import_module('.part', 'others').LEFT_OUT",
        lambda folder, number: (
            module("others/__init__.py")(folder, 0), module("others/part.py")(folder, number)
        ),
    ),
    "a file as a module": Opener(
        "def left_out():\n    spec = importlib.util.spec_from_file_location('x', HERE / 'x y.py')\n"
        "    made = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(made)\n"
        "    return made.LEFT_OUT",
        module("x y.py"),
    ),
    "a folder on sys.path": Opener(
        f"sys.path.insert(0, str(HERE / 'my modules'))\n{IMPORT}", module("my modules/others.py")
    ),
    "a hidden module": Opener(f"sys.path.insert(0, str(HERE / 'first'))\n{IMPORT}", hides),
    "a zip file": Opener(f"sys.path.insert(0, str(HERE / 'some modules.zip'))\n{IMPORT}", zipped),
    ".pyc": Opener(IMPORT, cached),
    ".so": Opener(IMPORT, compiled(EXTENSION, "others.so")),
    "a library": Opener(
        "def left_out(): return ctypes.CDLL(str(HERE / 'my lib.so')).number()",
        compiled("int number(void) { return NUMBER; }", "my lib.so"),
    ),
    "a link": Opener(IMPORT, linked),
    "a database": Opener(
        "def left_out():\n    query = 'SELECT number FROM numbers'\n"
        "    return sqlite3.connect(HERE / 'a table.db').execute(query).fetchone()[0]",
        database,
    ),
    "a script": Opener(
        "def left_out():\n    command = ['sh', 'a script.sh']\n"
        "    return int(subprocess.run(command, cwd=HERE, capture_output=True, check=True).stdout)",
        lambda folder, number: (folder / "a script.sh").write_text(f"echo {number}"),
    ),
    "an argument": Opener(
        "def left_out():\n    command = 'cat --number-nonblank table | cut -f2'\n"
        "    return int(subprocess.run(command, shell=True, cwd=HERE, capture_output=True).stdout)",
        text("table"),
    ),
    "a Prolog module": Opener(
        "from solvers.adapters import prolog\n"
        "def left_out():\n    prolog.load(str(HERE / 'my facts'))\n"
        "    return prolog.first_answer('facts:left_out(N)')['N']",
        facts,
    ),
    "a file that a library opens, told by the backend": Opener(
        "def left_out():\n    sys.audit('open', str(HERE / 'table'), 'r', 0)\n"
        "    command = 'cat t*e'\n"
        "    return int(subprocess.run(command, shell=True, cwd=HERE, capture_output=True).stdout)",
        text("table"),
    ),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "a folder"
    folder.mkdir()
    return folder


def backend(folder: Path, code: str) -> Backend:
    file = folder / f"mine_{token_hex(4)}.py"
    file.write_text(MINE.format(code=code))
    return registry.load_backend(str(file))


def kept(mine: Backend, folder: Path, jobs: int = 0) -> Run:
    """A run of the backend with a checkpoint."""
    return solve_in_shards(
        SplitRun(mine, FIVE, Split(jobs=jobs, checkpoint=folder / "kept"), Limits())
    )


@a_share("kind", KINDS.values(), ids=KINDS)
def test_a_shard_belongs_to_every_file_that_its_run_opened(kind: Opener, folder: Path) -> None:
    kind.make(folder, 0)
    mine = backend(folder, kind.code)
    first = kept(mine, folder)
    assert (first.status, first.solutions) == (Status.COMPLETE, 10), first.ending
    again = kept(mine, folder)
    assert "were already solved" in again.remarks[0]
    kind.make(folder, 1)
    refused = kept(mine, folder)
    assert refused.status is Status.CRASHED
    assert "was made with another " in refused.ending.detail
    shutil.rmtree(folder / "kept")
    assert kept(mine, folder).solutions < 10  # it is really another program


def test_a_file_that_a_run_writes_is_no_part_of_its_origin(folder: Path) -> None:
    code = (
        "def left_out():\n    path = HERE / 'cache'\n    path.write_text(str(os.getpid()))\n"
        "    (HERE / 'new').write_text('0')\n    os.replace(HERE / 'new', HERE / 'moved')\n"
        "    return int((HERE / 'moved').read_text()) * int(path.read_text())"
    )
    mine = backend(folder, code)
    assert kept(mine, folder).status is Status.COMPLETE
    assert "were already solved" in kept(mine, folder).remarks[0]


def test_the_workers_of_a_split_run_report_the_files_that_they_open(folder: Path) -> None:
    (folder / "table").write_text("0")
    mine = backend(folder, READ.format("'table'"))
    assert kept(mine, folder, jobs=2).status is Status.COMPLETE
    (folder / "table").write_text("1")
    assert "was made with another file " in kept(mine, folder, jobs=2).ending.detail


@pytest.mark.parametrize(
    "change",
    [
        {"sources": "others"},
        {"solver-parity": "99"},
        {"Python": "CPython 4"},
        {"packages": {}},
    ],
    ids=str,
)
def test_a_shard_belongs_to_the_suite_the_interpreter_and_the_packages(
    change: dict[str, object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sicp = registry.find("sicp")
    assert kept(sicp, folder).status is Status.COMPLETE
    now = identity.environment() | change
    monkeypatch.setattr("solvers.splitting.checkpoint.environment", lambda: now)
    detail = kept(sicp, folder).ending.detail
    assert "was made with " in detail
    assert detail.endswith("; give another directory")


def test_a_backend_that_cannot_be_sent_to_a_process_has_an_identity() -> None:
    lost = Backend("lost", solve=lambda *_: iter(()))
    assert identity.of_backend(lost, "")["name"] == "lost"


def test_a_changed_source_of_the_suite_is_another_suite(tmp_path: Path) -> None:
    (tmp_path / "a" / "__pycache__").mkdir(parents=True)
    (tmp_path / "a" / "sicp.py").write_text("1")
    before = identity.digest_of_folder(tmp_path)
    (tmp_path / "a" / "__pycache__" / "sicp.pyc").write_text("1")
    assert identity.digest_of_folder(tmp_path) == before
    (tmp_path / "a" / "sicp.py").write_text("2")
    assert identity.digest_of_folder(tmp_path) != before
