"""The outcomes of the contract's checks, as JSON and as JUnit's XML, for other programs to read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from solvers.testing.checks import CheckOutcome, Outcome
from solvers.testing.contract import VERSION


def json_text(backend: str, outcomes: Sequence[CheckOutcome]) -> str:
    """One document: the backend, the contract's version, each check with its outcome."""
    checks = [
        {"name": one.name, "outcome": one.outcome, "message": one.message, "seconds": one.seconds}
        for one in outcomes
    ]
    document = {"schema": 1, "contract": VERSION, "backend": backend, "checks": checks}
    return json.dumps(document, indent=2)


def junit_text(backend: str, outcomes: Sequence[CheckOutcome]) -> str:
    """The XML that services for continuous integration read."""
    counts = Counter(one.outcome for one in outcomes)
    suite = ET.Element(
        "testsuite",
        name=f"contract {VERSION} of {backend}",
        tests=str(len(outcomes)),
        failures=str(counts[Outcome.FAILED]),
        errors="0",
        skipped=str(counts[Outcome.NOT_RUN]),
        time=f"{sum(one.seconds for one in outcomes):.3f}",
    )
    for one in outcomes:
        case = ET.SubElement(
            suite, "testcase", classname=backend, name=one.name, time=f"{one.seconds:.3f}"
        )
        if one.outcome is not Outcome.PASSED:
            # XML cannot hold control characters.
            legal = [c if c.isprintable() or c in "\n\t" else "?" for c in one.message]
            message = "".join(legal)
            element = "failure" if one.outcome is Outcome.FAILED else "skipped"
            ET.SubElement(case, element, message=message.partition("\n")[0]).text = message
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True)
