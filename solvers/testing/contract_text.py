"""The result of the contract's checks: as text, as JSON, as JUnit's XML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from rich.console import Console
from rich.text import Text

from solvers.testing.checks import CheckOutcome, Outcome
from solvers.testing.contract import VERSION

MARKS = {
    Outcome.PASSED: ("✓", "green"),
    Outcome.FAILED: ("✗", "bold red"),
    Outcome.NOT_RUN: ("-", "yellow"),
}


def print_check(console: Console, result: CheckOutcome, told: dict[str, str]) -> None:
    """A line, and below it why a check failed or did not run.

    ``told`` has the check that each reason was printed for: it is printed once.
    """
    mark, colour = MARKS[result.outcome]
    name = result.name.removeprefix("test_").replace("_", " ")
    console.print(Text(f"{mark} ", colour).append(name, ""), soft_wrap=True)
    lines = result.message.splitlines()
    if lines and (first := told.setdefault(result.message, name)) != name:
        lines = [f"for the same reason as: {first}"]
    for line in lines:
        console.print(Text(f"    {line}"), soft_wrap=True)


def outcome_line(backend: str, results: Sequence[CheckOutcome]) -> str:
    """One line that counts the outcomes."""
    outcomes = Counter(result.outcome for result in results)
    counts = [f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome]]
    return f"{backend}, contract version {VERSION}: {', '.join(counts)}"


def contract_document(backend: str, results: Sequence[CheckOutcome]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "schema": 1,
        "contract": VERSION,
        "backend": backend,
        "checks": [
            {
                "name": result.name,
                "asks": result.asks,
                "outcome": str(result.outcome),
                "message": result.message,
                "seconds": round(result.seconds, 6),
            }
            for result in results
        ],
    }


def junit_xml(backend: str, results: Sequence[CheckOutcome]) -> str:
    """The same as services for continuous integration read it."""
    outcomes = Counter(result.outcome for result in results)
    suite = ET.Element(
        "testsuite",
        name=f"contract {VERSION} of {backend}",
        tests=str(len(results)),
        failures=str(outcomes[Outcome.FAILED]),
        skipped=str(outcomes[Outcome.NOT_RUN]),
        errors="0",
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        case = ET.SubElement(
            suite, "testcase", classname=backend, name=result.name, time=f"{result.seconds:.3f}"
        )
        if result.outcome is not Outcome.PASSED:
            kind = "failure" if result.outcome is Outcome.FAILED else "skipped"
            first = (result.message.splitlines() or [""])[0]
            ET.SubElement(case, kind, message=_legal(first)).text = _legal(result.message)
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True)


def _legal(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(
        character if character.isprintable() or character in "\n\t" else "?" for character in text
    )
