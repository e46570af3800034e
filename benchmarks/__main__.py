"""Measure backends beside their rivals, and write the results (make bench).

With the word ``engines`` first, measure constraint engines in three formulations instead.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.candidate import HERE, REPEATS, MissingError, Samples, interleaved
from benchmarks.contests import Contest, contests
from benchmarks.machine import conditions, machine, tell
from benchmarks.tables import table

Held = tuple[Contest, Samples, Samples]
"""A contest, and what its two candidates took."""


def main() -> int:
    """Measure, print, and write the JSON and the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="use smaller boards; takes less than a minute"
    )
    parser.add_argument("--name", default="latest", help="the name of the results")
    parser.add_argument(
        "--output", type=Path, default=HERE / "results", help="the folder for the results"
    )
    options = parser.parse_args()
    held, missing = hold(quick=options.quick, repeats=1 if options.quick else REPEATS)
    about, found = conditions(), versions(held)
    lines = [
        f"{about} On another machine, only the ratios are comparable.",
        "",
        *contest_table(held),
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
        "missing": missing,
    }
    target.with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n")
    tell(f"written: {target}.json and .md")
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


def contest_table(held: Iterable[Held]) -> list[str]:
    """Ours beside the rival: medians with their spread, the ratio, and what is promised for it."""
    rows = [
        (
            ours.name,
            rival.name,
            str(ours.n),
            _seconds(ours),
            _seconds(rival),
            f"{rival.median / ours.median:.2f}",
            f"{contest.at_least:.2f}" if contest.at_least and ours.n == contest.n else "",
        )
        for contest, ours, rival in held
    ]
    return table(("ours", "rival", "n", "ours, s", "rival, s", "ratio", "at least"), rows, 5)


def _seconds(samples: Samples) -> str:
    """The median, and how far apart the samples are, if there are several."""
    spread = (max(samples.seconds) - min(samples.seconds)) / 2 / samples.median
    several = f" ± {spread:.0%}" if len(samples.seconds) > 1 else ""
    return f"{samples.median:.3g}{several}"


def versions(held: Sequence[Held]) -> dict[str, str]:
    """Of everybody who took part."""
    candidates = [one for contest, _, _ in held for one in (contest.ours, contest.rival)]
    return {one.name: one.version() for one in {one.name: one for one in candidates}.values()}


if __name__ == "__main__":
    if sys.argv[1:2] == ["engines"]:
        from benchmarks.engines import main as measure_engines

        sys.exit(measure_engines(sys.argv[2:]))
    sys.exit(main())
