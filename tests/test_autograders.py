"""Autograders and gradebooks: the examples run in the layout that each service documents."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from engines import needs_program, needs_prolog
from places import ROOT
from processes import ran
from typed_commands import in_a_shell, typed

EXAMPLES = ROOT / "examples"
RIGHT = (ROOT / "docs" / "homework" / "ada.py").read_text()
WRONG = "def queens(n):\n    return []\n"


@pytest.fixture(scope="module")
def autograder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Gradescope's folder after the image was built; the variables that name it."""
    needs_prolog()
    needs_program("racket", "racket")
    base = tmp_path_factory.mktemp("gradescope")
    for name in ("source", "submission", "results"):
        (base / "autograder" / name).mkdir(parents=True)
    source = base / "autograder" / "source"
    for file in (*(EXAMPLES / "gradescope").glob("[!R]*"), wheel):
        shutil.copy(file, source)
    shutil.copy(source / "run_autograder", source.parent)
    places = {"AUTOGRADER": str(source.parent), "QUEENS": str(base / "queens")}
    installed(["./setup.sh"], source, places)
    return places


def installed(command: list[str], folder: Path, places: Mapping[str, str]) -> None:
    """Run a command that installs the suite; it must succeed."""
    done = ran(command, folder=folder, env=os.environ | places, seconds=350)
    assert done.returncode == 0, done.stdout + done.stderr


def graded(places: dict[str, str], **files: str) -> dict[str, object]:
    """The result of a submission with these files."""
    folder = Path(places["AUTOGRADER"])
    for old in (*(folder / "submission").iterdir(), *(folder / "results").iterdir()):
        old.unlink()
    for name, text in files.items():
        (folder / "submission" / f"{name}.py").write_text(text)
    ran(["./run_autograder"], folder=folder, env=os.environ | places)
    found: dict[str, object] = json.loads((folder / "results" / "results.json").read_text())
    return found


@pytest.mark.slow("installs all dependencies")
@pytest.mark.timeout(400)
def test_gradescope_gets_the_points_of_a_submission(autograder: dict[str, str]) -> None:
    right = graded(autograder, queens=RIGHT)
    assert right["score"] == 6, right
    wrong = graded(autograder, queens=WRONG)
    assert wrong["score"] == 0
    assert "is wrong" in str(wrong["output"])
    missing = graded(autograder, other=RIGHT)
    assert missing["score"] == 0
    assert "there is no file" in str(missing["output"])


@pytest.mark.slow("installs all dependencies")
@pytest.mark.timeout(400)
def test_the_commands_of_github_classroom_tell_a_right_program(wheel: Path, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    shutil.copytree(EXAMPLES / "github-classroom" / ".github", repository / ".github")
    shutil.copy(wheel, repository / ".github")
    workflow = yaml.safe_load((repository / ".github" / "workflows" / "classroom.yml").read_text())
    (_, step, report) = workflow["jobs"]["run-autograding-tests"]["steps"]
    assert report["with"]["runners"] == step["id"]
    installed(["sh", "-c", step["with"]["setup-command"]], repository, {})
    for text, code in ((RIGHT, 0), (WRONG, 1)):
        (repository / "queens.py").write_text(text)
        done = ran(["sh", "-c", step["with"]["command"]], folder=repository)
        assert done.returncode == code, done.stdout + done.stderr


MOODLE = "Ada Lovelace_12345_assignsubmission_file", "Bob, Jr_22_assignsubmission_file_"
CANVAS = {"lovelaceada_12345_678_queens.py": "12345", "bob_LATE_77_679_queens-1.py": "77"}


def test_the_page_about_marking_maps_names_to_the_numbers_of_a_gradebook(tmp_path: Path) -> None:
    for name in MOODLE:
        (tmp_path / "moodle" / name).mkdir(parents=True)
        (tmp_path / "moodle" / name / "queens.py").write_text(RIGHT)
    for name in CANVAS:
        (tmp_path / "canvas").mkdir(exist_ok=True)
        (tmp_path / "canvas" / name).write_text(RIGHT)
    page = (ROOT / "docs" / "marking.md").read_text()
    moodle, canvas = re.findall(r"^\(echo .*$", page, re.MULTILINE)
    wanted = {"moodle": {"Participant 12345", "Participant 22"}, "canvas": {*CANVAS.values()}}
    for folder, line in (("moodle", moodle), ("canvas", canvas)):
        assert in_a_shell(line, tmp_path / folder).returncode == 0
        done = typed(f"queens check {folder} --n 4 --with class.csv --sandbox basic", tmp_path)
        assert {row["student"] for row in csv.DictReader(done.stdout.splitlines())} == wanted[
            folder
        ]
    typed("queens check moodle --n 4 --feedback pages --sandbox basic", tmp_path)
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert ran([sys.executable, "-c", program], folder=tmp_path).returncode == 0
    sent = [one.parent.name for one in (tmp_path / "send").rglob("*.html")]
    assert sorted(sent) == sorted(MOODLE)
    assert (tmp_path / "send.zip").exists()


def test_the_image_takes_the_steps_of_readme() -> None:
    image = (ROOT / "Dockerfile").read_text()
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    packages = "apt-get update && apt-get install --yes git make python3 python3-venv\n"
    assert packages in image
    assert packages in workflow
    assert "RUN make compare\n" in image
    assert "\nmake compare " in (ROOT / "README.md").read_text()
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert (
        ROOT / ".devcontainer" / container["build"]["dockerfile"]
    ).resolve() == ROOT / "Dockerfile"
    assert container["postCreateCommand"] == "make compare"
