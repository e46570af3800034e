"""The commands that the documents show, and the output of each.

``python tests/documents.py [--times] [DOCUMENT]...`` writes changed output into these
documents, or into all. Changed times alone are written only with ``--times``, on a quiet machine.
With ``--addresses``, it only writes the addresses of pyproject.toml into README and CITATION.cff.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from places import ROOT
from typed_commands import typed

from solvers import registry
from solvers.execution.availability import availabilities
from solvers.execution.solving import make_ready
from solvers.output.listing import choice_facts
from solvers.puzzle.problem import Goal
from solvers.tracing.source_lines import program_of

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "benchmarks" / "README.md",
]

TEMPORARY = Path("/tmp")  # noqa: S108  # what the documents show
"""The folder in which commands of the documents write."""

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
"""Commands that build on one another."""

SESSION = re.compile(r"(?<=^\$ )(?P<command>.*)\n(?P<shown>(?:(?!\$ |```).*\n)*)", re.MULTILINE)
"""A command with the output shown under it, up to the next command or the end of the block."""

MEASURED = [
    r"\d+(?:\.\d+)? (?:µs|ms|s)\b",
    r"\d+ MiB",
    r"sandbox: (?:strong|basic)",
    r"[\d,.]+ times as (?:fast|long)",
    r"\b\d+\.\d\d\b(?= )",
    r"(?:Python|OR-Tools|python-constraint2|SWI-Prolog|NumPy|numba|clingo|PySAT|z3|xcover|SQLite|OxiDD|miniKanren|Maude"
    r"|MiniZinc|Gecode) \d[\w.]*",
    r'"\w+(?:seconds|mib)": [-\d.e]+|"seconds": [-\d.e]+',
]
"""Parts of the output that differ from run to run or from version to version."""

LATE = re.compile(
    r"(?:\n[\w-]+: |; )(?:it reports .*? on the clock of the command|the split saved no time.*)"
)
"""Remarks that are only there where processes had to wait for a processor."""

COUNTED = {
    "cp-sat": r"[\d,]+ (?:branches|conflicts)",
    "prolog": r"[\d,]+ inferences",
    "python-constraint": r"[\d,]+ (?:dead ends|conflict tests)",
    "sat": r"(?m)^sat .*$|^ *learned: .*$|^all [\d,]+ events",
    "asp": r"(?m)^asp .*$|^all [\d,]+ events",
    "clpfd": r"(?m)^clpfd .*$",
}
"""Counts of an engine, which are the same for the same version of the engine."""

VERSIONS = ROOT / "tests" / "golden" / "versions-in-documents.json"
"""The versions of these engines when the documents were written."""


def blocks(document: Path) -> Iterator[list[re.Match[str]]]:
    """The commands of each console block, each with the output shown under it."""
    text = document.read_text()
    for block in BLOCK.finditer(text):
        yield list(SESSION.finditer(text, *block.span(1)))


def output(command: str, folder: Path) -> str:
    """The output of the command in the checkout.

    ``folder`` stands in for /tmp.
    """
    done = typed(command.replace(f"{TEMPORARY}/", f"{folder}/"))
    return (done.stdout + done.stderr).replace(f"{folder}/", f"{TEMPORARY}/")


def comparable(text: str) -> list[str]:
    """The lines without measured values and without the width of columns."""
    text = LATE.sub("", text)
    for pattern in (*MEASURED, *(COUNTED[name] for name in COUNTED if not _same_version(name))):
        text = re.sub(pattern, "MEASURED", text)
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    # The memory of a program that is over at once may not have been seen.
    return [line.replace("MEASURED MEASURED -", "MEASURED MEASURED MEASURED") for line in lines]


@cache
def _same_version(backend: str) -> bool:
    """Whether a backend's engine has the version here with which the documents were written."""
    found = registry.find(backend)
    try:
        make_ready(found)
    except Exception:  # an engine that is not there raises what it likes
        return False
    shown: dict[str, str] = json.loads(VERSIONS.read_text())
    return shown.get(backend) == found.version()


def rewrite(document: Path, *, times: bool) -> None:
    """Write the present output of the commands into the document, where it has changed."""
    text = with_answers(document.read_text())
    changed: list[tuple[slice, str]] = []
    for block in blocks(document):
        with TemporaryDirectory() as folder:
            for session in block:
                printed = output(session["command"], Path(folder))
                if times or comparable(printed) != comparable(session["shown"]):
                    print(f"{document.relative_to(ROOT)}: {session['command']}")
                    changed.append((slice(*session.span("shown")), f"{printed.rstrip()}\n"))
    for place, printed in reversed(changed):
        text = text[: place.start] + printed + text[place.stop :]
    document.write_text(text)


ANSWERS = re.compile(r"(<!-- answers: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
"""Matches the place of a table with the answers of some backends, or of a group's textbook ones."""


def with_answers(text: str) -> str:
    """The text of a document of docs/ with the tables that the records give.

    Each program in them is a link to its file.
    """

    def table(place: re.Match[str]) -> str:
        chosen = registry.choose(place[2].split(","), Goal.FIRST)
        lines = ["|program|who searches|who undoes|what is known before|", f"|{'---|' * 4}"]
        lines += [f"|`{one.name}`|{'|'.join(choice_facts(one))}|" for one in chosen]
        shown = "\n".join(lines)
        for each in chosen:
            file = program_of(each)
            assert file is not None, each.name
            link = f"[`{each.name}`](../{file.relative_to(ROOT).as_posix()})"
            shown = shown.replace(f"\n|`{each.name}`|", f"\n|{link}|")
        return f"{place[1]}{shown}\n{place[3]}"

    return ANSWERS.sub(table, text)


ADDRESSES = re.compile(r"(<!-- browser -->\n).*?(<!-- end -->)", re.DOTALL)
"""Matches the place in README that says where to try the suite."""

CITED = {"Repository": "repository-code", "Page": "url"}
"""The fields of CITATION.cff for the addresses."""


def addresses() -> dict[str, str]:
    """The addresses in pyproject.toml; empty until a person has set them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return dict(project.get("urls", {}))


def with_addresses(text: str, known: Mapping[str, str]) -> str:
    """README with these addresses."""
    page, repository = known.get("Page", "").rstrip("/"), known.get("Repository", "")
    lines = ["To try it in the browser, run `make site` and open `build/queens.html`."]
    if page:
        lines = [f"[Try it in the browser]({page}/try/), or [read this as a site]({page}/)."]
    if repository:
        lines.append(f"To get it: `git clone {repository}`")
    return ADDRESSES.sub(lambda place: f"{place[1]}{chr(10).join(lines)}\n{place[2]}", text)


def cited(text: str, known: Mapping[str, str]) -> str:
    """CITATION.cff with these addresses."""
    lines = [one for one in text.splitlines() if one.partition(":")[0] not in CITED.values()]
    lines += [f"{CITED[name]}: {address}" for name, address in known.items() if name in CITED]
    return "\n".join(lines) + "\n"


def write_addresses() -> None:
    """Write the addresses into README and CITATION.cff."""
    for name, filled in (("README.md", with_addresses), ("CITATION.cff", cited)):
        path = ROOT / name
        path.write_text(filled(path.read_text(), addresses()))


def refuse_without_engines() -> None:
    """Leave where an engine is missing: the documents would say that it cannot run."""
    found = availabilities(registry.backends().values())
    if missing := [one.backend.name for one in found if not one.runs_here]:
        sys.exit(f"install what these backends need, and run it again: {', '.join(missing)}")


if __name__ == "__main__":
    os.environ[registry.OURS_ALONE] = "1"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", metavar="DOCUMENT", nargs="*", type=Path, default=DOCUMENTS)
    parser.add_argument("--times", action="store_true", help="also where only times differ")
    parser.add_argument("--addresses", action="store_true", help="write only the addresses")
    options = parser.parse_args()
    if options.addresses:
        write_addresses()
        sys.exit()
    refuse_without_engines()
    for chosen in options.documents:
        rewrite(chosen.resolve(), times=options.times)
    versions = {name: registry.find(name).version() for name in COUNTED}
    VERSIONS.write_text(f"{json.dumps(versions, indent=1)}\n")
