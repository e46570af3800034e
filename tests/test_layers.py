"""The structure of the project: imports, public names, loaded modules, CONTRIBUTING's table."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT
from processes import ran
from shares import a_share

HOUSE = (
    ("cli", "__main__"),
    ("site",),
    ("__init__", "notebook"),
    ("testing",),
    ("output",),
    ("comparison",),
    ("tracing",),
    ("grading",),
    ("splitting",),
    ("referee",),
    ("execution",),
    ("registry",),
    ("paradigms", "adapters"),
    ("interface",),
    ("puzzle",),
    ("errors", "install_hint", "atomic_file", "lazy", "spreadsheet"),
)
FLOOR = {room: number for number, rooms in enumerate(HOUSE) for room in rooms}


def room(module: str) -> str:
    """The part of ``solvers`` in which a module is."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def name_of(path: Path) -> str:
    """The name of the module in a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text())


def needed(path: Path) -> Iterator[str]:
    """All modules that a file imports, also late or for types alone."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                part = ROOT / node.module.replace(".", "/") / alias.name
                is_module = part.is_dir() or part.with_suffix(".py").exists()
                yield f"{node.module}.{alias.name}" if is_module else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def above(path: Path) -> set[str]:
    """The modules that a file imports from parts above its own."""
    here = room(name_of(path))
    ours = {one for one in needed(path) if one.partition(".")[0] == "solvers"}
    return {one for one in ours if FLOOR[room(one)] < FLOOR[here]}


def test_imports_point_downwards() -> None:
    files = sorted((ROOT / "solvers").rglob("*.py"))
    assert {str(path): found for path in files if (found := above(path))} == {}


def test_no_module_imports_in_a_circle() -> None:
    files = {name_of(path): path for path in (ROOT / "solvers").rglob("*.py")}
    needs = {name: {*needed(path)} & {*files} for name, path in files.items()}
    order = {name: found - {name} for name, found in needs.items()}
    TopologicalSorter(order).prepare()  # raises CycleError, which names the cycle


ROLES = {"main", "add_arguments", "execute", "version"}
"""Names that every module of a kind has: programs, commands, adapters of engines."""

PROGRAMS_APART = ("paradigms", "tracers", "programs", "harness", "inside")
"""Folders of textbook pages and of scripts that run elsewhere."""


def test_a_public_name_means_one_thing() -> None:
    """The interface for Python wraps functions of the same names, so it is left out."""
    defined: dict[str, list[str]] = {}
    for path in {*(ROOT / "solvers").rglob("*.py")} - {ROOT / "solvers" / "__init__.py"}:
        if {*path.parts} & {*PROGRAMS_APART}:
            continue
        for node in tree(path).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0] != "_":
                defined.setdefault(node.name, []).append(name_of(path))
    assert {name: found for name, found in defined.items() if found[1:]}.keys() <= ROLES


ONLY_WHERE_USED = ("grading", "splitting", "tracing", "testing", "site")


def test_a_comparison_of_backends_loads_no_part_that_it_does_not_need() -> None:
    script = (
        "import sys; from solvers.cli.compare import main; "
        "main(['--n', '4', '--backends', 'sicp,backtracking']); print(*sys.modules)"
    )
    done = ran([sys.executable, "-c", script])
    loaded = {name.split(".")[1] for name in done.stdout.split() if name.startswith("solvers.")}
    assert "execution" in loaded
    assert not loaded & {*ONLY_WHERE_USED}
    pages = re.findall(r"solvers\.paradigms\.([\w.]+)", done.stdout)
    assert {*pages} == {"backtracking", "sicp", "sicp.exercise"}


NOT_FOR_A_RIGHT_PROGRAM = {
    *("solvers.grading.diagnosis", "solvers.grading.submission_files"),
    *("solvers.output.check_documents", "solvers.output.boards"),
    *("solvers.paradigms", "solvers.execution.channel", "solvers.puzzle.symmetry"),
    *("solvers.grading.decisions", "solvers.referee.certificate", "csv", "hashlib"),
}


def test_a_right_program_loads_no_part_that_it_does_not_need(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text(
        "def queens(n): return {1: [[0]], 4: [[1, 3, 0, 2], [2, 0, 3, 1]]}.get(n, [])\n"
    )
    script = (
        "import sys; from solvers.cli.queens import main; "
        f"main(['check', {str(program)!r}, '--n', '4', '--sandbox', 'basic']); print(*sys.modules)"
    )
    done = ran([sys.executable, "-c", script])
    assert "right for n = 1 to 4" in done.stdout
    assert not {*done.stdout.split()} & {*NOT_FOR_A_RIGHT_PROGRAM}


def folder_table() -> str:
    """CONTRIBUTING's table of the folders."""
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("## Where things are")[2]
    return table.partition("\n\n| to change")[0]


def test_contributing_lists_the_parts_of_solvers_in_this_order() -> None:
    floors = [FLOOR[name] for name in re.findall(r"`solvers/(\w+)(?:/|\.py)`", folder_table())]
    assert floors == sorted(floors)
    assert {*floors} == {*range(len(HOUSE))}


def test_contributing_lists_every_folder() -> None:
    first_column = "".join(
        line.split("|")[1] for line in folder_table().splitlines() if "|" in line
    )
    shown = set(re.findall(r"`([\w/]+)/`", first_column))
    kept = ran(["git", "ls-files"])
    files = [line.split("/") for line in kept.stdout.splitlines()]
    if not files:
        pytest.skip("this is no checkout by git")
    folders = {name for name, *rest in files if rest and not name.startswith(".")} - {"solvers"}
    folders |= {
        f"solvers/{room}"
        for top, room, *rest in (f for f in files if f[1:])
        if top == "solvers" and rest
    }
    assert folders - shown == set(), "add to CONTRIBUTING.md, Where things are"
    assert shown - folders == set(), "CONTRIBUTING.md shows a folder that is not there"


# Files for maintainers and their tools


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def run(*command: str | Path) -> None:
    """Run a tool of the environment in the checkout; it must succeed."""
    done = ran([sys.executable, "-m", *command])
    assert done.returncode == 0, done.stdout + done.stderr


@a_share(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-workflows", "examples/github-classroom/.github/workflows/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/*.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_a_file_for_another_program_follows_its_schema(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    run("check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


def test_pre_commit_accepts_the_hooks() -> None:
    run("pre_commit", "validate-config", ".pre-commit-config.yaml")


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {PROJECT['version']}\n" in (ROOT / "CITATION.cff").read_text()


def test_constraints_hold_a_version_of_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {canonicalize_name(one.name): one for one in map(Requirement, lines)}
    assert all(re.fullmatch(r"==[\w.]+", str(one.specifier)) for one in pinned.values())
    assert not any(one.url for one in pinned.values())
    extras = PROJECT["optional-dependencies"].values()
    for text in [*PROJECT["dependencies"], *(one for extra in extras for one in extra)]:
        wanted = Requirement(text)
        if wanted.name != PROJECT["name"]:
            version = str(pinned[canonicalize_name(wanted.name)].specifier).removeprefix("==")
            assert wanted.specifier.contains(version, prereleases=True), "run: make constraints"
