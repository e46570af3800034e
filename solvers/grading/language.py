"""The languages of submissions: the interpreter of each, and the packages that users allow."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from solvers.errors import UsageError
from solvers.install_hint import SWI_PROLOG
from solvers.lazy import metadata

HARNESSES = Path(__file__).parent / "protocol" / "harness"
STACK_MEBIBYTES = 256


@dataclass(frozen=True, slots=True)
class Language:
    """A language of programs, or of models (``is_model``), which leave the search to an engine.

    ``command`` gives the command line that runs the language's ``harness``. ``program`` is the
    interpreter, ``packages`` are the Python packages that the harness imports, and ``install`` is
    the command that installs them.
    """

    name: str
    command: Callable[[Path], list[str]]
    harness: str
    program: str
    install: str
    suffixes: tuple[str, ...]
    """The suffixes of the language's files, the usual one first."""
    is_model: bool = False
    packages: tuple[str, ...] = ()

    def suffix_of(self, path: Path) -> str:
        """The file's suffix if it is one of the language's, else the usual one."""
        suffix = path.suffix.lower()
        return suffix if suffix in self.suffixes else self.suffixes[0]

    def __reduce__(self) -> tuple[Callable[[str], Language], tuple[str]]:
        """Pickle the name alone: another process looks its language up."""
        return language_named, (self.name,)


def language_named(name: str) -> Language:
    """The language of this name, in any case; raises KeyError."""
    return LANGUAGES[name.lower()]


def base_python() -> str:
    """The interpreter of the virtual environment's base, which cannot import the suite."""
    return getattr(sys, "_base_executable", None) or sys.executable


def run_by_python(harness: Path) -> list[str]:
    """The command line that runs a harness in Python."""
    return [base_python(), "-I", "-S", "-B", "-X", "utf8", str(harness)]


PYTHON = Language(
    name="Python",
    command=run_by_python,
    harness="harness.py",
    program=base_python(),
    install="",
    suffixes=(".py", ".ipynb"),
)
PROLOG = Language(
    name="Prolog",
    command=lambda harness: [
        *("swipl", "-q", "-f", "none", f"--stack-limit={STACK_MEBIBYTES}m", str(harness)),
    ],
    harness="harness.pl",
    program="swipl",
    install=SWI_PROLOG,
    suffixes=(".pl", ".pro", ".prolog"),
)
RACKET = Language(
    name="Racket",
    command=lambda harness: ["racket", str(harness)],
    harness="harness.rkt",
    program="racket",
    install="sudo apt-get install racket (macOS: brew install racket)",
    suffixes=(".rkt", ".scm", ".ss", ".sls", ".sps"),
)
GUILE = Language(
    name="Guile",
    command=lambda harness: ["guile", "--no-auto-compile", "-q", str(harness)],
    harness="harness.scm",
    program="guile",
    install="sudo apt-get install guile-3.0 (macOS: brew install guile)",
    suffixes=(".scm", ".ss", ".sls", ".sps", ".rkt"),
)

MINIZINC = Language(
    name="MiniZinc",
    command=run_by_python,
    harness="minizinc.py",
    program="minizinc",
    install="sudo apt-get install minizinc (macOS: brew install minizinc)",
    suffixes=(".mzn",),
    is_model=True,
)
ASP = Language(
    name="ASP",
    command=run_by_python,
    harness="asp.py",
    program=base_python(),
    install="pip install clingo",
    suffixes=(".lp",),
    is_model=True,
    packages=("clingo",),
)

LANGUAGES = {
    language.name.lower(): language for language in (PYTHON, PROLOG, RACKET, GUILE, MINIZINC, ASP)
}
"""The languages, by their names in the options."""


MODULE = re.compile(r"^[ \t]*(#lang|\(module\s|#reader)", re.MULTILINE)
LIBRARY = re.compile(r"^[ \t]*\((import|define-library|library)\s", re.MULTILINE)
GUILES_OWN = re.compile(r"\((use-modules|define-module|ice-9|srfi srfi-)")
RACKETS_OWN = re.compile(
    r"\((require|provide|for/\w+|for\*?|foldl|foldr|build-list|printf|displayln|struct|add1|sub1)\s"
)


def family_of(suffix: str) -> Language | None:
    """The only language with this suffix; None for a suffix of Scheme."""
    languages = PYTHON, PROLOG, MINIZINC, ASP
    return next((language for language in languages if suffix in language.suffixes), None)


def languages_of(suffix: str, source: str) -> tuple[Language, ...]:
    """The languages in which a file may be written, likeliest first; at least one.

    Plain Scheme may be Racket or Guile: one of them may know a name that the other does not.
    """
    if only := family_of(suffix):
        return (only,)
    if MODULE.search(source):
        return (RACKET,)
    if LIBRARY.search(source) or GUILES_OWN.search(source):
        return (GUILE,)
    own = set(re.findall(r"\(define\s+\(?([^\s()]+)", source))  # SICP defines its own require
    rackets = suffix == ".rkt" or any(match[1] not in own for match in RACKETS_OWN.finditer(source))
    return (RACKET, GUILE) if rackets else (GUILE, RACKET)


def packages_named(names: Sequence[str]) -> dict[str, Path]:
    """The files and folders of these packages and of all that they require, by name.

    Raises UsageError if a package is not installed here.
    """
    if not names:
        return {}
    from packaging.requirements import Requirement  # few programs need a package

    homes = metadata.packages_distributions()
    found: dict[str, Path] = {}
    waiting, seen = [homes.get(name, [name])[0] for name in names], set()
    asked = {*waiting}
    while waiting:
        if (name := waiting.pop()) in seen:
            continue
        seen.add(name)
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if name in asked:
                own = f"{name} is part of Python, and always allowed; leave it out"
                other = f"the package {name} is not installed here"
                raise UsageError(own if name in sys.stdlib_module_names else other) from None
            continue  # the metadata may require a package that this machine does without
        found |= _parts(package)
        required = map(Requirement, package.requires or ())
        waiting += [each.name for each in required if not each.marker or each.marker.evaluate()]
    return found


def _parts(package: metadata.Distribution) -> dict[str, Path]:
    """The top-level files and folders of a distribution, by name."""
    names = {
        file.parts[0] for file in package.files or () if file.parts[0] not in {"..", "__pycache__"}
    }
    places = {name: Path(str(package.locate_file(name))).resolve() for name in names}
    return {name: place for name, place in places.items() if place.exists()}
