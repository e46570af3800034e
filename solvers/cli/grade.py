"""Judges one hand-in inside a grading system: ``python -m solvers.cli.grade``.

Its arguments are the settings (a file that ``queens autograder`` has written), the folder of the
hand-in, and the file for the results. It prints text that only the instructor sees.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from solvers.cli import check
from solvers.errors import UsageError
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.grading.submission import SUFFIXES
from solvers.grading.submission_files import is_main_file, program_files
from solvers.output.check_documents import FORMATS


def main(settings: Path, student: Path, results: Path) -> None:
    """Judge the hand-in, and write the results for the grading system."""
    setting = json.loads(settings.read_text())
    try:
        document = _judged(setting, student)
    except UsageError as error:
        document = _not_judged(setting["output"], f"not judged: {error}")
    except Exception as error:  # our bug; the student still gets a message
        print(f"internal error, please report it: {type(error).__name__}: {error}")
        document = _not_judged(
            setting["output"], "not judged: internal error; tell your instructor"
        )
    results.parent.mkdir(parents=True, exist_ok=True)
    results.write_text(json.dumps(document, indent=2) + "\n")


def _judged(setting: dict[str, Any], student: Path) -> dict[str, Any]:
    """The result of the one program that was handed in; raises UsageError."""
    program = _program(student)
    parser = argparse.ArgumentParser()
    check.add_judging_options(parser)
    options = parser.parse_args(setting["arguments"])
    if options.sandbox != str(Sandbox.BASIC) and (why := why_not_strong()):
        print(f"sandbox: basic; the strong sandbox does not work in this container: {why}")
        options.sandbox = str(Sandbox.BASIC)
    checked = check.check_result_of(str(program), options, name=str(program.relative_to(student)))
    document = FORMATS[setting["output"]](checked, check.points_of(options))
    return document | _hidden_output(setting["output"])


def _program(student: Path) -> Path:
    files = sorted(program_files(student, project=True)) if student.is_dir() else []
    main_files = [file for file in files if is_main_file(file, project=True)] or files
    if not main_files:
        raise UsageError(f"no program was handed in; supported files: {' '.join(SUFFIXES)}")
    if len(main_files) > 1:
        names = ", ".join(file.name for file in main_files)
        raise UsageError(f"several programs were handed in ({names}); hand in one")
    return main_files[0]


def _not_judged(system: str, why: str) -> dict[str, Any]:
    if system == "prairielearn":
        return {"gradable": False, "message": why}
    return {"output": why, "visibility": "visible"} | _hidden_output(system)


def _hidden_output(system: str) -> dict[str, Any]:
    return {"stdout_visibility": "hidden"} if system == "gradescope" else {}


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
