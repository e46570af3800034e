"""For pytest: a limit of time for each check of the contract, and a line on all at the end.

Every pytest that finds this package loads it, so it imports nothing of the suite.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

PROPERTY = "solver_parity_contract"
"""Marks the report of a check with the contract's version, also where another process made it."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each check its limit, where it has no other and pytest-timeout is there."""
    for item in items if config.pluginmanager.hasplugin("timeout") else ():
        seconds = getattr(getattr(item, "cls", None), "check_seconds", None)
        if seconds is not None and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(seconds))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Mark the report of a check, and one that fails as was expected."""
    report = yield
    version = getattr(getattr(item, "cls", None), "contract_version", None)
    if version is not None:
        report.user_properties.append((PROPERTY, str(version)))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many checks ran, and name those that did not, each with its reason."""
    outcomes: Counter[str] = Counter()
    not_run: Counter[tuple[str, str]] = Counter()
    versions = set()
    for outcome in ("passed", "failed", "skipped", "xfailed", "error"):
        for report in terminalreporter.getreports(outcome):
            version = dict(getattr(report, "user_properties", ())).get(PROPERTY)
            if version is None or (outcome == "passed" and report.when != "call"):
                continue
            versions.add(version)
            outcomes[outcome] += 1
            name = report.nodeid.rpartition("::")[2]
            if outcome == "skipped":
                not_run[name, str(report.longrepr[-1]).removeprefix("Skipped: ")] += 1
            elif outcome == "xfailed":
                not_run[name, f"expected failure: {report.wasxfail}"] += 1
    if not outcomes:
        return
    expected = outcomes["xfailed"]
    ran = outcomes.total() - outcomes["skipped"]
    failures = "failure" if expected == 1 else "failures"
    terminalreporter.section("contract")
    terminalreporter.line(
        f"contract version {', '.join(sorted(versions))}: {ran} of {outcomes.total()} checks ran, "
        f"{expected} expected {failures}"
    )
    for (name, reason), times in not_run.items():
        often = f" ({times} times)" if times > 1 else ""
        terminalreporter.line(f"  {name}{often}: {reason}")
