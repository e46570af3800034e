"""Other machines: a fresh one, one with a broken environment, one with an old terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from places import ROOT
from processes import ran

from solvers import registry
from solvers.execution.availability import Availability
from solvers.execution.result import Cause, Ending
from solvers.install_hint import with_install_hint
from solvers.output.text import console_for_output, print_backends

Program = Callable[..., None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder for PATH with the programs of every system, and without a package manager."""
    folder = tmp_path / "path"
    folder.mkdir()
    for name in ("sh", "cat", "cp", "env", "make", "mkdir", "rm", "test", "touch"):
        program = shutil.which(name)
        assert program
        (folder / name).symlink_to(program)
    return folder


@pytest.fixture
def program(path: Path) -> Program:
    """Make a program in the folder for PATH from a shell script."""

    def written(name: str, script: str) -> None:
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)

    return written


def run(path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the folder above, with these programs alone."""
    return ran(command, folder=path.parent, env={"PATH": str(path)})


MISSING = "Some packages are missing. To install them, "
INSTALL = "apt-get install --yes --no-install-recommends guile-3.0"


@pytest.mark.parametrize(
    ("user", "sudo", "update", "installed", "says"),
    [
        ("0", None, "true", True, ""),
        ("0", None, "false", True, ""),
        ("1000", "true", "true", True, ""),
        ("1000", None, "true", False, f"{MISSING}ask root to run: apt-get update && {INSTALL}\n"),
        ("1000", "false", "true", False, f"{MISSING}run: sudo apt-get update && sudo {INSTALL}\n"),
    ],
    ids=["root", "root, a dead source", "sudo", "no sudo", "sudo with a password"],
)
def test_missing_packages_of_debian_are_installed_or_named(  # noqa: PLR0913, PLR0917  # a case is a row
    path: Path,
    program: Program,
    user: str,
    sudo: str | None,
    update: str,
    installed: bool,  # noqa: FBT001
    says: str,
) -> None:
    program("id", f"echo {user}")
    program("apt-get", f'case "$1" in update) {update}; exit;; esac; echo "$*" >>apt; touch guile')
    if sudo:
        program("sudo", f'[ "$1" = -n ] && {{ {sudo}; exit; }}; exec "$@"')
    done = run(
        path, "sh", f"{ROOT}/tools/system-package.sh", "guile-3.0", "test -e guile", "make", "true"
    )
    assert (path.parent / "apt").exists() == installed
    assert done.returncode == int(not installed)
    assert done.stderr == says


def test_packages_of_homebrew_are_installed_by_their_names_there(
    path: Path, program: Program
) -> None:
    program("brew", 'echo "$*" >brew')
    tests = [("swi-prolog-nox", "false"), ("guile-3.0", "false"), ("bubblewrap", "false")]
    done = run(
        path, "sh", f"{ROOT}/tools/system-package.sh", *(word for one in tests for word in one)
    )
    assert (path.parent / "brew").read_text() == "install swi-prolog guile\n"
    assert "package manager: swi-prolog-nox guile-3.0 bubblewrap" in done.stderr


PYTHON = """
case "$*" in
    *ensurepip*) exec test -e venv-package ;;
    *"(3, 11)"*) exit 0 ;;
    *version_info*) echo 3.11 ;;
    "-m venv"*) rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *) echo "$*" >>did ;;
esac
"""
"""Stands for Python 3.11: tells its version, makes environments, and notes all other commands."""


@pytest.fixture
def checkout(path: Path, program: Program) -> Path:
    """A checkout on a machine with that Python, where nothing can be installed."""
    program("python3", PYTHON)
    program("swipl", "")
    shutil.copytree(ROOT / "tools", path.parent / "tools")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, path.parent)
    return path.parent


def test_make_goes_on_after_the_missing_package_was_installed(path: Path, checkout: Path) -> None:
    refused = run(path, "make", "-j4", "compare")
    assert refused.returncode == 2
    assert "python3.11-venv" in refused.stderr
    assert "the same make again" in refused.stderr
    assert not (checkout / ".venv").exists()
    (checkout / "venv-package").touch()
    assert run(path, "make", "-j4", "compare").returncode == 0
    assert (checkout / "did").read_text().splitlines() == [
        "-m pip install --quiet --editable .",
        "compare.py --n 10",
    ]


SPOILT = {
    "unfinished": "rm made",
    "without pip": "echo 'exit 1' >bin/python",
    "dangling": "ln -sf /nowhere/python3 bin/python",
    "another version": "echo 'echo 3.10' >bin/python",
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_an_environment_that_does_not_work_is_made_anew(
    path: Path, checkout: Path, spoil: str
) -> None:
    (checkout / "venv-package").touch()
    assert run(path, "make", "compare").returncode == 0
    assert "-m venv" not in run(path, "make", "compare").stdout
    ran(["sh", "-c", spoil], folder=checkout / ".venv")
    assert "-m venv --clear" in run(path, "make", "compare").stdout
    assert (checkout / "did").read_text().count("install") == 2


def test_make_uses_uv_where_it_is_installed(path: Path, program: Program, checkout: Path) -> None:
    program("uv", 'echo "uv $*" >>did; [ "$1" = pip ] || exec python3 -m venv')
    assert run(path, "make", "compare").returncode == 0
    assert (checkout / "did").read_text().splitlines() == [
        "uv venv --quiet --clear --seed --python python3 .venv",
        "uv pip install --python .venv/bin/python --quiet --editable .",
        "compare.py --n 10",
    ]


def test_an_old_python_is_told_at_once(path: Path, program: Program, checkout: Path) -> None:
    program("python3.9", 'case "$*" in *"(3, 11)"*) exit 1 ;; *) echo 3.9 ;; esac')
    done = run(path, "make", "compare", "PYTHON=python3.9")
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed" in done.stderr


def test_characters_that_the_output_cannot_encode_are_escaped() -> None:
    command = sys.executable, "-m", "solvers", "solve", "--n", "4", "--style", "unicode"
    done = ran(command, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 \\xb7  \\xb7  \\u265b  \\xb7\n" in done.stdout


def test_a_long_install_hint_stays_in_its_line_of_a_pipe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    backend = registry.backends()["sicp"]
    missing = Ending(Cause.CANNOT_RUN, detail="install this, " * 30)
    print_backends(console_for_output(), [Availability(backend, "", missing)])
    assert (
        sum(missing.detail.strip(", ") in line for line in capsys.readouterr().out.splitlines())
        == 1
    )


def test_the_install_hint_uses_uv_if_the_environment_has_no_pip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    hint = with_install_hint("no engine", "apt-get install engine, then pip install engine")
    assert hint == "no engine; to install: apt-get install engine, then uv pip install engine"


def test_a_file_that_hides_the_package_is_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "compare.py", tmp_path)
    (tmp_path / "solvers.py").write_text("def queens(n): return []")
    done = ran([sys.executable, tmp_path / "compare.py", "--n", "4"])
    assert done.returncode == 2
    assert f"{tmp_path / 'solvers.py'} hides the package solvers" in done.stderr
    assert done.stderr.count("\n") == 1


def test_users_of_windows_are_advised_to_use_wsl_in_one_line() -> None:
    before = "import asyncio, numpy, sys, solvers; sys.platform = 'win32'"
    done = ran([sys.executable, "-c", f"{before}; import solvers.__main__"])
    assert done.returncode == 2
    assert done.stderr.endswith("does not run on Windows directly; use WSL (wsl --install)\n")
    assert done.stderr.count("\n") == 1
