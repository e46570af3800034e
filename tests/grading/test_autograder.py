"""The packages for grading systems, run as there: in a root with nothing else in it."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from engines import skip_or_fail
from places import ZOO

from solvers.cli import check, grade
from solvers.cli.queens import main
from solvers.grading.autograder.archive import GRADING_PACKAGES, gradescope_files
from solvers.grading.sandbox.commands import why_not_strong

Capture = pytest.CaptureFixture[str]

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/swi-prolog")


def unpacked(archive: Path, place: Path) -> None:
    """The archive's files in this folder."""
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            Path(packed.extract(name, place)).chmod(packed.getinfo(name).external_attr >> 16)


def run_in_an_empty_root(script: str, root: str, outside: Path) -> str:
    """The output of the script in a root with only this folder, the system and the interpreter."""
    if reason := why_not_strong():
        skip_or_fail(reason)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    shown = [*SYSTEM, sys.prefix, sys.base_prefix, packages]
    shown += [line for line in _also(Path(packages)) if Path(line).is_dir()]
    command = ["bwrap", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]  # noqa: S108
    for path in dict.fromkeys(one for one in shown if Path(one).exists()):
        command += ["--ro-bind", path, path]
    command += ["--bind", str(outside), root, "--clearenv", "--setenv", "PATH", "/usr/bin:/bin"]
    command += ["--setenv", "QUEENS_PYTHON", sys.executable]
    done = subprocess.run([*command, script], check=True, capture_output=True, text=True)
    return done.stdout


def _also(packages: Path) -> list[str]:
    """Further folders from which the environment takes packages."""
    return [
        line
        for path in packages.glob("*.pth")
        for line in path.read_text().splitlines()
        if line.startswith("/") and "site-packages" in line
    ]


def results_in(results: Path) -> dict[str, Any]:
    """The results that the grading system would read in this file."""
    document: dict[str, Any] = json.loads(results.read_text())
    return document


def test_gradescope_can_run_the_uploaded_archive(tmp_path: Path, capsys: Capture) -> None:
    archive, autograder = tmp_path / "autograder.zip", tmp_path / "autograder"
    arguments = ["--task", "all", "--points", "4:1,6:2", "--n", "6", "--out", str(archive)]
    assert main(["autograder", "gradescope", *arguments]) == 0
    assert "run_autograder" in capsys.readouterr().out
    unpacked(archive, autograder / "source")
    (autograder / "submission").mkdir()
    (autograder / "results").mkdir()
    assert "bubblewrap" in (autograder / "source" / "setup.sh").read_text()
    required = (autograder / "source" / "requirements.txt").read_text().splitlines()
    assert sorted(line.partition(">=")[0] for line in required) == sorted(GRADING_PACKAGES)
    program = autograder / "submission" / "queens.py"
    for name, score in (("right/leetcode_class.py", 3), ("wrong/only_rows_compared.py", 0)):
        shutil.copyfile(ZOO / name, program)
        run_in_an_empty_root("/autograder/source/run_autograder", "/autograder", autograder)
        document = results_in(autograder / "results" / "results.json")
        assert (document["score"], document["stdout_visibility"]) == (score, "hidden")
    shutil.copyfile(ZOO / "right" / "leetcode_class.py", program.with_name("other.py"))
    results = tmp_path / "results.json"
    grade.main(autograder / "source" / "settings.json", program.parent, results)
    document = results_in(results)
    assert "several programs were handed in (other.py, queens.py)" in document["output"]


def test_an_image_with_an_old_python_gets_a_new_one_beside_it(tmp_path: Path) -> None:
    def program(name: str, script: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    (_, setup), *_ = gradescope_files([])
    program("setup.sh", setup.decode().replace("/autograder", str(tmp_path)))
    log = f'echo "$(basename $0) $*" >> {tmp_path}/log'
    program("apt-get", log)
    program("python3", "exit 1  # as that of Ubuntu 22.04 says to the question for 3.11")
    (tmp_path / "queens" / "bin").mkdir(parents=True)
    program("python3.11", log)
    program("queens/bin/python", log)
    subprocess.run(["/bin/sh", tmp_path / "setup.sh"], check=True, env={"PATH": f"{tmp_path}:/bin"})
    done = (tmp_path / "log").read_text()
    assert "apt-get install -y --no-install-recommends python3.11 python3.11-venv" in done
    assert f"python3.11 -m venv {tmp_path}/queens" in done
    assert f"pip install -r {tmp_path}/source/requirements.txt" in done


def test_prairielearn_can_run_the_unpacked_archive(tmp_path: Path, capsys: Capture) -> None:
    archive, grade = tmp_path / "queens.zip", tmp_path / "grade"
    assert main(["autograder", "prairielearn", "--n", "4", "--out", str(archive)]) == 0
    capsys.readouterr()
    unpacked(archive, grade / "serverFilesCourse")
    (grade / "student").mkdir()
    shutil.copyfile(ZOO / "right" / "leetcode_class.py", grade / "student" / "queens.py")
    run_in_an_empty_root("/grade/serverFilesCourse/queens/run.sh", "/grade", grade)
    document = results_in(grade / "results" / "results.json")
    assert (document["gradable"], document["score"]) == (True, 1.0)


def test_a_value_that_begins_with_a_dash_reaches_the_grading_system(
    tmp_path: Path, capsys: Capture
) -> None:
    archive = tmp_path / "autograder.zip"
    assert main(["autograder", "gradescope", "--input=-x", "--out", str(archive)]) == 0
    capsys.readouterr()
    unpacked(archive, tmp_path)
    setting = json.loads((tmp_path / "settings.json").read_text())
    parser = argparse.ArgumentParser()
    check.add_judging_options(parser)
    assert parser.parse_args(setting["arguments"]).input == "-x"
