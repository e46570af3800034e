"""What a grading system is given so that it judges programs: scripts, settings and our wheel."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

SYSTEM_PACKAGES = "bubblewrap guile-3.0 python3 python3-venv racket swi-prolog-nox util-linux"

INSTALL = f"""export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends {SYSTEM_PACKAGES}
"""

SETUP = """#!/bin/sh
# Makes the image: what interprets the students' programs, and the suite that judges them.
set -e
{install}python3 -m venv /autograder/queens
/autograder/queens/bin/python -m pip install /autograder/source/*.whl
"""

RUN = """#!/bin/sh
# Judges what was handed in.
set -e
exec "${{QUEENS_PYTHON:-/autograder/queens/bin/python}}" -m solvers.cli.grade \\
    {settings} {submission} {results}
"""

DOCKERFILE = """FROM ubuntu:24.04
COPY . /queens
RUN {install} && python3 -m venv /opt/queens \\
    && /opt/queens/bin/python -m pip install /queens/*.whl && rm -rf /var/lib/apt/lists/*
ENV QUEENS_PYTHON=/opt/queens/bin/python
"""

Entries = list[tuple[str, bytes]]
"""The names and the contents of an archive."""


def settings(system: str, arguments: Sequence[str]) -> bytes:
    """What is set, for the program that judges: the system, and the options of queens check."""
    return (json.dumps({"output": system, "arguments": list(arguments)}, indent=2) + "\n").encode()


def gradescope(wheel: tuple[str, bytes], arguments: Sequence[str]) -> Entries:
    """An autograder for Gradescope, which unpacks it into /autograder/source."""
    run = RUN.format(
        settings="/autograder/source/settings.json",
        submission="/autograder/submission",
        results="/autograder/results/results.json",
    )
    return [
        ("setup.sh", SETUP.format(install=INSTALL).encode()),
        ("run_autograder", run.encode()),
        ("settings.json", settings("gradescope", arguments)),
        wheel,
    ]


def prairielearn(wheel: tuple[str, bytes], arguments: Sequence[str]) -> Entries:
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
        ("queens/Dockerfile", DOCKERFILE.format(install=f"export {install}").encode()),
        ("queens/run.sh", run.encode()),
        ("queens/settings.json", settings("prairielearn", arguments)),
        ("queens/info.json", (json.dumps(options, indent=2) + "\n").encode()),
        (f"queens/{wheel[0]}", wheel[1]),
    ]


SYSTEMS: dict[str, Callable[[tuple[str, bytes], Sequence[str]], Entries]] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
}
