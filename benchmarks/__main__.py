"""Measure each backend beside its rival, and write the results (make bench).

With the word ``engines`` first, measure constraint engines in three formulations instead.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.candidate import HERE, MissingError, OfBackend
from benchmarks.contests import Contest, contests
from benchmarks.machine import machine, tell
from benchmarks.measure import REPEATS, Samples, growth, interleaved
from benchmarks.overheads import overheads
from benchmarks.plot import plot_growth
from benchmarks.tables import (
    contest_table,
    growth_table,
    overhead_lines,
    version_lines,
)
from solvers import registry
from solvers.interface import Backend

SMALLEST, LARGEST = 6, 16
"""The sizes from which and to which growth is measured."""

Held = tuple[Contest, Samples, Samples]


def main() -> int:
    """Measure, print, and write the JSON, the tables and the plot."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="use smaller boards; takes less than a minute"
    )
    parser.add_argument("--name", help="the name of the results (default: latest)")
    parser.add_argument(
        "--output", type=Path, default=HERE / "results", help="the folder for the results"
    )
    parser.add_argument(
        "--backends",
        metavar="NAMES",
        type=lambda text: text.split(","),
        help="measure only the growth of these backends and the default ones, e.g. "
        "./my_queens.py, without the contests; the results are then named chosen",
    )
    options = parser.parse_args()
    repeats = 1 if options.quick else REPEATS
    longest = 0.05 if options.quick else 0.5

    held: list[Held] = []
    missing: list[str] = []
    backends = registry.choose(["all"])
    if options.backends is None:
        held, missing = hold(quick=options.quick, repeats=repeats)
    else:
        backends = registry.choose(["default", *options.backends])
    grown = measure_backends(backends, longest, repeats, missing)
    tell("overheads")
    beside = overheads(10, 10 if options.quick else 12, repeats)

    there, found = machine(), versions(held)
    on = f"{there['processor']}, {there['cores']} cores, {there['memory']}, {there['system']}"
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    lines = [
        f"Measured on {when}: {on}, Python {there['python']}. "
        "On another machine, only the ratios are comparable.",
        "",
        *contest_lines(held),
        *growth_table(grown, {one.name: one.variant_of for one in backends}),
        "",
        *overhead_lines(beside),
        "",
        *version_lines(found),
        "",
        *[f"Not measured here: {one}" for one in missing],
    ]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    options.output.mkdir(parents=True, exist_ok=True)
    target = options.output / (options.name or ("chosen" if options.backends else "latest"))
    target.with_suffix(".md").write_text(text)
    document = {
        "measured": when,
        "machine": there,
        "versions": found,
        "contests": [
            {
                "ours": asdict(ours),
                "rival": asdict(rival),
                "ratio": rival.median / ours.median,
                "at_least": contest.at_least,
            }
            for contest, ours, rival in held
        ],
        "growth": {name: [asdict(one) for one in sizes] for name, sizes in grown.items()},
        "overheads": asdict(beside),
        "missing": missing,
    }
    target.with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n")
    plot_growth(grown, on, target.with_suffix(".svg"))
    tell(f"written: {target}.json, .md and .svg")
    return 0


def contest_lines(held: Sequence[Held]) -> list[str]:
    """The table of contests, where any was held."""
    if not held:
        return []
    return [
        *contest_table(
            [(ours, rival, one.at_least if ours.n == one.n else None) for one, ours, rival in held]
        ),
        "",
    ]


def hold(*, quick: bool, repeats: int) -> tuple[list[Held], list[str]]:
    """All contests, and why some could not be held."""
    held: list[Held] = []
    missing: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for contest in contests(Path(folder)):
            if isinstance(contest, MissingError):
                missing.append(str(contest))
                continue
            n = contest.quick_n if quick else contest.n
            tell(f"{contest.ours.name} beside {contest.rival.name}, n = {n}")
            try:
                ours, rival = interleaved([contest.ours, contest.rival], n, repeats)
            except MissingError as error:
                missing.append(str(error))
            else:
                held.append((contest, ours, rival))
    return held, missing


def measure_backends(
    backends: Sequence[Backend], longest: float, repeats: int, missing: list[str]
) -> dict[str, list[Samples]]:
    """The growth of each backend with n."""
    grown: dict[str, list[Samples]] = {}
    for backend in backends:
        try:
            tell(f"{backend.name} from n = {SMALLEST} on")
            sizes = range(SMALLEST, min(backend.practical_n, LARGEST) + 1)
            grown[backend.name] = growth(OfBackend(backend), sizes, longest, min(repeats, 3))
        except MissingError as error:
            missing.append(str(error))
    return grown


def versions(held: Sequence[Held]) -> dict[str, str]:
    """Of everybody who took part."""
    candidates = [one for contest, _, _ in held for one in (contest.ours, contest.rival)]
    return {one.name: one.version() for one in {one.name: one for one in candidates}.values()}


if __name__ == "__main__":
    if sys.argv[1:2] == ["engines"]:
        from benchmarks.engines import main as measure_engines

        sys.exit(measure_engines(sys.argv[2:]))
    sys.exit(main())
