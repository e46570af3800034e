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
from benchmarks.contests import Held, contests
from benchmarks.machine import conditions, machine, tell
from benchmarks.measure import REPEATS, Samples, growth, interleaved
from benchmarks.tables import contest_table, growth_table
from solvers import registry
from solvers.interface import Backend
from solvers.output.charts.comparison import Sampled, growth_chart

SMALLEST, LARGEST = 6, 16
"""The sizes from which and to which growth is measured."""


def main() -> int:
    """Measure, print, and write the JSON, the tables and the plot."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="use smaller boards; takes less than a minute"
    )
    parser.add_argument("--name", default="latest", help="the name of the results")
    parser.add_argument(
        "--output", type=Path, default=HERE / "results", help="the folder for the results"
    )
    options = parser.parse_args()
    repeats, longest = (1, 0.05) if options.quick else (REPEATS, 0.5)
    backends = registry.choose(["all"])
    held, missing = hold(quick=options.quick, repeats=repeats)
    grown = measure_backends(backends, longest, repeats, missing)
    about, found = conditions(), versions(held)
    lines = [
        f"{about} On another machine, only the ratios are comparable.",
        "",
        *contest_table(held),
        "",
        *growth_table(grown, {one.name: one.variant_of for one in backends}),
        "",
        "Versions: " + "; ".join(f"{name}: {version}" for name, version in found.items()),
        "",
        *[f"Not measured here: {one}" for one in missing],
    ]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    options.output.mkdir(parents=True, exist_ok=True)
    target = options.output / options.name
    target.with_suffix(".md").write_text(text)
    document = {
        "measured": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine(),
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
        "missing": missing,
    }
    target.with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n")
    series = {
        name: [Sampled(one.n, one.median, min(one.seconds), max(one.seconds)) for one in sizes]
        for name, sizes in grown.items()
    }
    heading = "Seconds for all solutions: the median, in a band from fastest to slowest", about
    chart = growth_chart(series, heading, "s", standalone=True)
    target.with_suffix(".svg").write_text(f"{chart}\n")
    tell(f"written: {target}.json, .md and .svg")
    return 0


def hold(*, quick: bool, repeats: int) -> tuple[list[Held], list[str]]:
    """All contests, and why some could not be held."""
    held: list[Held] = []
    missing: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for make in contests(Path(folder)):
            try:
                contest = make()
                n = contest.quick_n if quick else contest.n
                tell(f"{contest.ours.name} beside {contest.rival.name}, n = {n}")
                ours, rival = interleaved([contest.ours, contest.rival], n, repeats)
                held.append((contest, ours, rival))
            except MissingError as error:
                missing.append(str(error))
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
