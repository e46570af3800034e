"""The languages of submissions: all that the suite knows of each, and the packages for Python."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from solvers.errors import UsageError
from solvers.install_hint import SWI_PROLOG
from solvers.lazy import metadata

HARNESSES = Path(__file__).parent / "protocol" / "harness"
STACK_MEBIBYTES = 256

Packages = Mapping[str, Path]
"""The files and folders of packages, by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of programs, or of models (``is_model``), which leave the search to an engine.

    To add one, write its record in LANGUAGES and its ``harness`` in HARNESSES, which answers as
    ``protocol/__init__.py`` says. If it writes lists, calls or values in its own way, extend
    ``list_text``, ``call_with`` and ``shown.py``; if it reads files of /etc, CONFIGURATION in
    ``sandbox/commands.py``. For changes: TRIALS, COMPARISONS and OWN_RULES in ``repair``, with
    words in ``output/change_words.py``. Colours: ``output/listing.py``. Web page: ``Worker.has``.
    """

    name: str
    command: tuple[str, ...]
    """The command line of the harness, without its file."""
    harness: str
    install: str
    """The command that installs it."""
    suffixes: tuple[str, ...]
    """The suffixes of the language's files, the usual one first."""
    calls: Mapping[int, tuple[str, ...]]
    """The calls of {name} with {n} alone, by the number of arguments; the usual one first."""
    definition: Callable[[str, Sequence[str]], str]
    """How a definition is shown, from its name and its parameters."""
    loads: re.Pattern[str]
    """Matches the loading of another file, with the file's name in a group."""
    executable: str = ""
    """The program that has to be installed; "": that of the command."""
    defines: re.Pattern[str] | None = None
    """Matches a definition, with its name in the first group."""
    starts: re.Pattern[str] | None = None
    """Matches a sign that a file does something when it is started."""
    loaded_suffixes: tuple[str, ...] = ("",)
    """What can stand behind such a name in the name of the file."""
    method_calls: tuple[str, str] | None = None
    """The calls of the method {name} of {home}, made without arguments, and made with {n}."""
    has_goals: bool = False
    """Whether a call is a goal, with any number of answers: the values of a variable."""
    term_reader: re.Pattern[str] | None = None
    """Matches a program that reads terms, each of which ends with a full stop."""
    is_model: bool = False
    packages: tuple[str, ...] = ()
    """The Python packages that the harness imports."""
    data_suffix: str = ""
    """The suffix of a model's data."""
    certain: re.Pattern[str] | None = None
    """Matches only sources in this language, where several have the suffix."""
    likely: re.Pattern[str] | None = None
    """Matches a name that makes this language likelier, unless the program defines it."""

    list_text: tuple[str, str, str] = ("[", ", ", "]")
    """What begins a list, stands between its items, and ends it."""

    @property
    def is_lisp(self) -> bool:
        """Whether its calls and lists stand in parentheses."""
        return self.call_of("f").startswith("(")

    def call_of(self, name: str) -> str:
        """The usual call of ``name`` with {n} alone."""
        (usual, *_), *_ = self.calls.values()
        return usual.replace("{name}", name)

    def list_of(self, texts: Iterable[str]) -> str:
        """A list of these texts, which have no character to escape, in this language."""
        begin, between, end = self.list_text
        return begin + between.join(f'"{text}"' for text in texts) + end

    def call_with(self, name: str, arguments: Iterable[object]) -> str:
        """A call of ``name`` with texts, numbers and lists of them, as the language writes them."""
        separators = (" " if self.is_lisp else ",", ":")  # LISP reads brackets as parentheses
        texts = [json.dumps(each, ensure_ascii=False, separators=separators) for each in arguments]
        if self.is_lisp:
            return " '".join([f"({name}", *texts]) + ")"
        return f"{name}({','.join([*texts, *['Solution'] * self.has_goals])})"

    def files_loaded(self, source: str) -> list[tuple[str, ...]]:
        """For each file that the source loads, its possible names."""
        names = (next(filter(None, match.groups())) for match in self.loads.finditer(source))
        return [
            tuple(name + suffix for suffix in self.loaded_suffixes)
            for name in names
            if not name.startswith(".")
        ]

    def __reduce__(self) -> tuple[Callable[[str], Language], tuple[str]]:
        """Pickle the name alone: another process looks its language up."""
        return language_named, (self.name,)


def language_named(name: str) -> Language:
    """The language of this name, in any case; raises KeyError."""
    return LANGUAGES[name.lower()]


def base_python() -> str:
    """The interpreter of the virtual environment's base, which cannot import the suite."""
    return getattr(sys, "_base_executable", None) or sys.executable


PYTHON = Language(
    name="Python",
    command=(base_python(), "-I", "-S", "-B", "-X", "utf8"),
    harness="harness.py",
    install="",
    suffixes=(".py", ".ipynb"),
    calls={1: ("{name}({n})",), 0: ("{name}()",)},
    method_calls=("{home}().{name}({n})", "{home}({n}).{name}()"),
    definition=lambda name, parameters: f"{name}({', '.join(parameters)})",
    loads=re.compile(r"^[ \t]*(?:from[ \t]+\.?(\w+)[ \t]+import|import[ \t]+(\w+))", re.MULTILINE),
    defines=re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE),
    starts=re.compile(r"__main__|^print\(", re.MULTILINE),
    loaded_suffixes=(".py",),
)
PROLOG = Language(
    name="Prolog",
    command=("swipl", "-q", "-f", "none", f"--stack-limit={STACK_MEBIBYTES}m"),
    harness="harness.pl",
    install=SWI_PROLOG,
    suffixes=(".pl", ".pro", ".prolog"),
    calls={
        2: ("{name}({n}, Solution)", "{name}(Solution, {n})"),
        1: ("{name}({n})", "{name}(Solution)"),
    },
    definition=lambda name, parameters: f"{name}/{len(parameters)}",
    loads=re.compile(
        r"(?:consult|ensure_loaded|use_module|include|load_files)\(\s{0,9}\[?\s{0,9}"
        r"'?([\w.-]+?)'?\s{0,9}[\],)]|^:-\s{0,9}\[\s{0,9}'?([\w.-]+?)'?\s{0,9}\]",
        re.MULTILINE,
    ),
    defines=re.compile(r"^'?([\w-]+)'?\(", re.MULTILINE),
    starts=re.compile(r"^:-[ \t]*initialization", re.MULTILINE),
    loaded_suffixes=("", ".pl", ".pro"),
    has_goals=True,
    term_reader=re.compile(r"\bread\(\s*[A-Z_]"),
)
RACKET = Language(
    name="Racket",
    command=("racket",),
    harness="harness.rkt",
    install="sudo apt-get install racket (macOS: brew install racket)",
    suffixes=(".rkt", ".scm", ".ss", ".sls", ".sps"),
    calls={1: ("({name} {n})",), 0: ("({name})",)},
    definition=lambda name, parameters: f"({' '.join([name, *parameters])})",
    list_text=("(list ", " ", ")"),
    loads=re.compile(r'\(\s*(?:load|include|require|load-from-path)\s+"([\w.-]+)"'),
    defines=re.compile(r"\(define[ \t]++\(?[ \t]*+([^\s()]+)"),
    starts=re.compile(r"\(module\+[ \t]+main|^\((?:display|main)", re.MULTILINE),
    loaded_suffixes=("", ".scm", ".rkt", ".ss"),
    certain=re.compile(r"^[ \t]*(#lang|\(module\s|#reader)", re.MULTILINE),
    likely=re.compile(
        r"\((require|provide|for/\w+|for\*?|foldl|foldr|build-list|printf|displayln|struct|add1"
        r"|sub1)\s"
    ),
)
GUILE = replace(
    RACKET,
    name="Guile",
    command=("guile", "--no-auto-compile", "-q"),
    harness="harness.scm",
    install="sudo apt-get install guile-3.0 (macOS: brew install guile)",
    suffixes=(".scm", ".ss", ".sls", ".sps", ".rkt"),
    certain=re.compile(
        r"^[ \t]*\((?:import|define-library|library)\s"
        r"|\((?:use-modules|define-module|ice-9|srfi srfi-)",
        re.MULTILINE,
    ),
    likely=re.compile("()"),  # plain Scheme, which Guile loads faster
)
MINIZINC = Language(
    name="MiniZinc",
    command=PYTHON.command,
    harness="minizinc.py",
    executable="minizinc",
    install="sudo apt-get install minizinc (macOS: brew install minizinc)",
    suffixes=(".mzn",),
    calls={0: ("{name}",)},
    definition=lambda name, _: name,
    loads=re.compile(r'\binclude\s{0,9}"([\w.-]+)"'),
    is_model=True,
    data_suffix=".dzn",
)
ASP = replace(
    MINIZINC,
    name="ASP",
    harness="asp.py",
    executable="",
    install="pip install clingo",
    suffixes=(".lp",),
    loads=re.compile(r'#include\s{0,9}"([\w.-]+)"'),
    packages=("clingo",),
    data_suffix="",
)

LANGUAGES = {
    language.name.lower(): language for language in (PYTHON, PROLOG, RACKET, GUILE, MINIZINC, ASP)
}
"""The languages, by their names in the options."""


def languages_of(suffix: str, source: str = "") -> tuple[Language, ...]:
    """The languages in which a file may be written, likeliest first; () for an unknown suffix.

    Plain Scheme may be Racket or Guile: one of them may know a name that the other does not.
    """
    languages = [language for language in LANGUAGES.values() if suffix in language.suffixes]
    if len(languages) < 2:
        return tuple(languages)
    for language in languages:
        if language.certain and language.certain.search(source):
            return (language,)
    defined = set(re.findall(r"\(define\s+\(?([^\s()]+)", source))  # SICP defines its own require

    def is_likely(language: Language) -> bool:
        names = language.likely.finditer(source) if language.likely else ()
        return suffix == language.suffixes[0] or any(name[1] not in defined for name in names)

    return tuple(sorted(languages, key=is_likely, reverse=True))


def supported_suffixes() -> tuple[str, ...]:
    """The suffixes of all languages."""
    return tuple(dict.fromkeys(suffix for each in LANGUAGES.values() for suffix in each.suffixes))


def packages_named(names: Sequence[str]) -> dict[str, Path]:
    """The files and folders of these packages and of all that they require, by name.

    Raises UsageError if a package is not installed here.
    """
    if not names:
        return {}
    homes = metadata.packages_distributions()
    named = {homes.get(name, [name])[0] for name in names}
    places: dict[str, Path] = {}
    waiting, seen = [*named], set()
    while waiting:
        if (name := waiting.pop()) in seen:
            continue
        seen.add(name)
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if name in named:
                why = f"there is no installed package {name}; Python's own are always allowed"
                raise UsageError(why) from None
            continue  # the metadata may require a package that this machine does without
        for part in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            place = Path(str(package.locate_file(part))).resolve()
            places |= {part: place} if place.exists() else {}
        if package.requires:
            from packaging.requirements import Requirement  # the web page lacks it

            required = map(Requirement, package.requires)
            waiting += [need.name for need in required if not need.marker or need.marker.evaluate()]
    return places
