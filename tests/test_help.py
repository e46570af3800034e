"""What the commands say of themselves: help, version, examples, completion."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from solvers.commands.queens import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
PYTHON = Path(sys.executable)
PROGRAMS = ["compare.py", "queens", *(f"queens {command.name}" for command in COMMANDS)]


def run(line: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """What comes of a line typed into a shell, ``queens`` and ``compare.py`` being ours."""
    ours = f'queens() {{ {PYTHON} -m solvers "$@"; }}\n'
    line = line.replace("python compare.py", f"{PYTHON} {ROOT / 'compare.py'}")
    return subprocess.run(  # noqa: S602  # help shows commands for a shell
        ours + line,
        check=False,
        shell=True,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=100,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
    )


def help_of(program: str) -> str:
    """What a program says to ``--help``."""
    done = run(program.replace("compare.py", "python compare.py") + " --help")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_examples_that_end_a_help_work_as_they_stand(program: str, tmp_path: Path) -> None:
    examples = help_of(program).rpartition("examples:\n")[2].splitlines()
    assert 2 <= len(examples) <= 3
    for example in examples:
        assert program in example
        done = run(example.strip(), tmp_path)
        assert done.returncode in {0, 1}, done  # 1: it shows something that is wrong, and says so
        assert done.stdout or list(tmp_path.iterdir())


@pytest.mark.parametrize("program", ["python compare.py", "queens"])
def test_the_version_is_that_of_the_package(program: str) -> None:
    done = run(f"{program} --version")
    version = metadata.version("solver-parity")
    assert done.stdout.split()[:2] == [program.rsplit(maxsplit=1)[-1], version]
    assert done.returncode == 0


def test_a_bare_queens_shows_its_help_and_is_no_success() -> None:
    done = run("queens")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", help_of("queens"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("queens ch", {"check"}),
        ("queens check --gu", {"--guard"}),
        ("queens check --guard st", {"strong"}),
        ("queens trace --backend cp", {"cp-sat"}),
        ("queens compare --backends sicp,prol", {"sicp,prolog", "sicp,prolog-optimised"}),
        ("compare.py --backends al", {"all"}),
    ],
)
def test_a_shell_can_complete(line: str, words: set[str], tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    done = run(
        "python compare.py" if line.startswith("compare.py") else "queens",
        _ARGCOMPLETE="1",
        _ARGCOMPLETE_IFS="\n",
        _ARGCOMPLETE_STDOUT_FILENAME=str(answer),
        COMP_LINE=line,
        COMP_POINT=str(len(line)),
    )
    assert done.stderr == ""
    assert {word.strip() for word in answer.read_text().split("\n")} == words


def test_nothing_of_completion_is_loaded_by_a_command_that_runs() -> None:
    program = "import sys; from solvers.commands import queens; queens.main(['show']); "
    done = run(f'{PYTHON} -c "{program} print(*sys.modules)"')
    assert "solvers.commands.completion" in done.stdout
    assert "argcomplete" not in done.stdout
