"""The archive that a grading system gets: scripts, settings, requirements, and the suite."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from solvers.errors import PACKAGE_FOLDER

SYSTEM_PACKAGES = "bubblewrap guile-3.0 python3 python3-venv racket swi-prolog-nox util-linux"

INSTALL = f"""export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends {SYSTEM_PACKAGES}
"""

SETUP = """#!/bin/sh
# Makes the image: interpreters for the students' programs, and the suite that judges them.
set -e
{install}{python}"$python" -m venv /autograder/queens
/autograder/queens/bin/python -m pip install -r /autograder/source/requirements.txt
"""

PYTHON = """python=python3
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    apt-get install -y --no-install-recommends python3.11 python3.11-venv
    python=python3.11
fi
"""
"""Installs Python 3.11 if python3 is older: Ubuntu 22.04 has 3.10."""

GRADING_PACKAGES = {"argcomplete", "msgspec", "numpy", "psutil", "rich"}
"""The packages that grading needs; none is a solver."""

RUN = """#!/bin/sh
# Judges the submission.
set -e
PYTHONPATH="$(dirname "$0")/suite"
export PYTHONPATH
exec "${{QUEENS_PYTHON:-/autograder/queens/bin/python}}" -m solvers.cli.grade \\
    {settings} {submission} {results}
"""

DOCKERFILE = """FROM ubuntu:24.04
COPY requirements.txt /queens/
RUN {install} && python3 -m venv /opt/queens \\
    && /opt/queens/bin/python -m pip install -r /queens/requirements.txt \\
    && rm -rf /var/lib/apt/lists/*
ENV QUEENS_PYTHON=/opt/queens/bin/python
"""

ArchiveFiles = list[tuple[str, bytes]]
"""The files of an archive: names and contents."""


def settings_file(system: str, arguments: Sequence[str]) -> bytes:
    """The settings of the grader as JSON: the system, and the options of ``queens check``."""
    return (json.dumps({"output": system, "arguments": list(arguments)}, indent=2) + "\n").encode()


def gradescope_files(arguments: Sequence[str]) -> ArchiveFiles:
    """An autograder for Gradescope, which unpacks it into /autograder/source."""
    run = RUN.format(
        settings="/autograder/source/settings.json",
        submission="/autograder/submission",
        results="/autograder/results/results.json",
    )
    return [
        ("setup.sh", SETUP.format(install=INSTALL, python=PYTHON).encode()),
        ("run_autograder", run.encode()),
        ("settings.json", settings_file("gradescope", arguments)),
    ]


def prairielearn_files(arguments: Sequence[str]) -> ArchiveFiles:
    """An external grader for PrairieLearn, to be unpacked in a course's serverFilesCourse."""
    run = RUN.format(
        settings="/grade/serverFilesCourse/queens/settings.json",
        submission="/grade/student",
        results="/grade/results/results.json",
    ).replace("/autograder/queens/bin/python", "/opt/queens/bin/python")
    install = " && ".join(INSTALL.strip().removeprefix("export ").splitlines())
    options = {
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": "YOUR-NAME/queens",
            "entrypoint": "/grade/serverFilesCourse/queens/run.sh",
            "serverFilesCourse": ["queens/"],
            "timeout": 600,
        },
    }
    return [
        ("Dockerfile", DOCKERFILE.format(install=f"export {install}").encode()),
        ("run.sh", run.encode()),
        ("settings.json", settings_file("prairielearn", arguments)),
        ("info.json", (json.dumps(options, indent=2) + "\n").encode()),
    ]


SYSTEMS: dict[str, tuple[str, Callable[[Sequence[str]], ArchiveFiles]]] = {
    "gradescope": ("", gradescope_files),
    "prairielearn": ("queens/", prairielearn_files),
}
"""For each system, the folder in the archive, and the function that makes its files."""


SKIPPED = {"__pycache__", "compiled"}


def requirements(required: Sequence[str]) -> bytes:
    """The text of requirements.txt for grading."""
    always = [line for line in required if ";" not in line]  # without those of extras
    needed = [line for line in always if re.split(r"[^\w-]", line)[0] in GRADING_PACKAGES]
    return "".join(f"{line}\n" for line in needed).encode()


def zip_archive(entries: list[tuple[str, bytes]]) -> bytes:
    """A zip archive of these files; scripts in it are executable."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries:
            entry = zipfile.ZipInfo(name)  # dated 1980, so that the same files give the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            made.writestr(entry, data)
    return target.getvalue()


def suite_files() -> Iterator[tuple[str, bytes]]:
    """The files of the suite, and the Prolog programs, which a checkout has beside the package."""
    for path in sorted(PACKAGE_FOLDER.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.parts):
            yield f"suite/solvers/{path.relative_to(PACKAGE_FOLDER)}", path.read_bytes()
    beside = PACKAGE_FOLDER.parent / "prolog"
    if not (PACKAGE_FOLDER / "prolog").is_dir():
        for path in sorted(beside.glob("*.pl")):
            yield f"suite/solvers/prolog/{path.name}", path.read_bytes()
