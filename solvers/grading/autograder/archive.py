"""The archive that a grading system gets: scripts, settings, and the suite as a wheel."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import Distribution
from io import BytesIO
from pathlib import Path

SYSTEM_PACKAGES = "bubblewrap guile-3.0 python3 python3-venv racket swi-prolog-nox util-linux"

INSTALL = f"""export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends {SYSTEM_PACKAGES}
"""

SETUP = """#!/bin/sh
# Makes the image: what interprets the students' programs, and the suite that judges them.
set -e
{install}{python}"$python" -m venv /autograder/queens
/autograder/queens/bin/python -m pip install --no-deps /autograder/source/*.whl
/autograder/queens/bin/python -m pip install {needs}
"""

PYTHON = """python=python3
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    apt-get install -y --no-install-recommends python3.11 python3.11-venv
    python=python3.11
fi
"""
"""Chooses a Python that is new enough: that of Ubuntu 22.04 is 3.10."""

NEEDS = "argcomplete msgspec numpy psutil rich"
"""What judging needs of what the suite needs: no solver is among it."""

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
        ("setup.sh", SETUP.format(install=INSTALL, python=PYTHON, needs=NEEDS).encode()),
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


PACKAGE = Path(__file__).resolve().parents[2]
SKIPPED = {"__pycache__", "compiled"}


def wheel_of(distribution: Distribution) -> tuple[str, bytes]:
    """The wheel's name and its bytes; the same for the same files."""
    stem = f"{distribution.metadata['Name'].replace('-', '_')}-{distribution.version}"
    entries = [*_files(), *_metadata(distribution, f"{stem}.dist-info")]
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in entries)
    entries.append((f"{stem}.dist-info/RECORD", f"{record}{stem}.dist-info/RECORD,,\n".encode()))
    return f"{stem}-py3-none-any.whl", archive(entries)


def archive(entries: list[tuple[str, bytes]]) -> bytes:
    """A zip of these names with these contents; scripts among them can be executed."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries:
            entry = zipfile.ZipInfo(name)  # of 1980, so that the same files give the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            made.writestr(entry, data)
    return target.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """The package's files, and the Prolog programs, which stand beside it in a checkout."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.parts):
            yield f"solvers/{path.relative_to(PACKAGE)}", path.read_bytes()
    beside = PACKAGE.parent / "prolog"
    if not (PACKAGE / "prolog").is_dir():
        for path in sorted(beside.glob("*.pl")):
            yield f"solvers/prolog/{path.name}", path.read_bytes()


def _metadata(distribution: Distribution, folder: str) -> Iterator[tuple[str, bytes]]:
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (distribution.read_text(name) or "").encode()
    lines = ("Wheel-Version: 1.0", "Generator: solver-parity", "Root-Is-Purelib: true")
    yield f"{folder}/WHEEL", "\n".join([*lines, "Tag: py3-none-any", ""]).encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
