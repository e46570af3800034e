"""Packages of Python that a program is allowed to import, where they are installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import (
    Distribution,
    PackageNotFoundError,
    distribution,
    packages_distributions,
)
from pathlib import Path

from solvers.errors import UsageError


def packages_named(names: Sequence[str]) -> dict[str, Path]:
    """Everything that these packages are made of, by the names under which it is imported.

    Raises UsageError where one is not installed here.
    """
    found: dict[str, Path] = {}
    homes = packages_distributions() if names else {}
    for name in names:
        known = homes.get(name, [name])
        try:
            found |= _parts(distribution(known[0]))
        except PackageNotFoundError:
            raise UsageError(f"the package {name} is not installed here") from None
    return found


def _parts(package: Distribution) -> dict[str, Path]:
    """The files and folders of a distribution that stand beside one another."""
    names = {
        one.parts[0] for one in package.files or () if one.parts[0] not in {"..", "__pycache__"}
    }
    places = {name: Path(str(package.locate_file(name))).resolve() for name in names}
    return {name: place for name, place in places.items() if place.exists()}
