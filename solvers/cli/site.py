"""The command ``queens site``: the suite as a page that needs no installation."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from solvers.atomic_file import FileKind, check_targets, replacing
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.output.page_names import PAGE, is_page

BEGINNINGS = (b'queensParts["', b'const NAME = "queens-')
"""The beginnings of the files beside the page in a folder."""

PART = FileKind(
    "page", lambda first: is_page(first) or first.startswith(BEGINNINGS), makes_folder=True
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file to write with --one-file, or else the folder",
    )
    parser.add_argument(
        "--one-file",
        action="store_true",
        help="write one HTML file to open with a double click, instead of a folder for a web "
        "server",
    )


def execute(options: argparse.Namespace) -> int:
    """Write the page; raises UsageError and UnavailableError."""
    from solvers.site import build

    out: Path = options.out
    page, kind = (out, PAGE) if options.one_file else (out / "index.html", PART)
    check_targets([(page, kind)])
    files = {page.name: build.one_file()} if options.one_file else build.site_files()
    for name, content in files.items():
        with replacing(page.parent / name, kind) as file:
            file.write(content)
    size = sum(map(len, files.values()))
    print(f"The page is in {out} ({size / 1e6:.1f} MB)", file=sys.stderr)
    return ExitCode.SUCCESS


COMMAND = Command(
    name="site",
    description="Build a web page that runs the suite: its users can compare backends, check a "
    "program and watch searches without installing anything. Everything runs in the browser, and "
    "no data is sent. The first time, this command downloads the engines, which needs npm and "
    "network access.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --one-file --out queens.html  # needs npm",
        "{} --out public  # needs npm",
    ),
)
