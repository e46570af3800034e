"""The names that a program defines, and the ways to call it for n, likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from solvers.execution.ending import Ending
from solvers.grading.language import PROLOG
from solvers.grading.protocol.specification import OWN, Entry
from solvers.grading.submission import Submission, Task

NAME = (
    r"(?:n|size|n_?queens?|(?:num|number|no|nb)(?:_of)?_?queens?|queens?|board_?(?:size|len|length|n)?"
    r"|(?:board|chess)?_?dimensions?|dim|max_?n|size_?of_?board|qtd|taille|num)"
)
"""The names of such a variable, with "-" as "_"."""

PATTERNS = {
    ".py": re.compile(
        r"^(?P<head>(?P<name>\w+)\s*(?::\s*int)?\s*=\s*)(?P<value>\d+)(?=\s*(?:#.*)?$)",
        re.MULTILINE,
    ),
    ".pl": re.compile(r"^(?P<head>(?P<name>\w+)\(\s*)(?P<value>\d+)(?=\s*\)\s*\.)", re.MULTILINE),
    ".scm": re.compile(
        r"^(?P<head>\(define\s+(?P<name>[^\s()]+)\s+)(?P<value>\d+)(?=\s*\))", re.MULTILINE
    ),
}
FAMILIES = {".ipynb": ".py", ".pro": ".pl", ".prolog": ".pl", ".rkt": ".scm", ".ss": ".scm"}


def size_variables(suffix: str, text: str) -> Iterator[tuple[str, int]]:
    """The name and the value of each variable that may be the size of the board."""
    for match in _pattern(suffix).finditer(text):
        if _is_size(match["name"]) and 1 <= int(match["value"]) <= 99:
            yield match["name"], int(match["value"])


def with_size(suffix: str, text: str, name: str, n: int) -> str:
    """The text with this variable set to n."""

    def replaced(match: re.Match[str]) -> str:
        return f"{match['head']}{n}" if match["name"] == name else match[0]

    return _pattern(suffix).sub(replaced, text)


def _pattern(suffix: str) -> re.Pattern[str]:
    return PATTERNS.get(FAMILIES.get(suffix, suffix), PATTERNS[".scm"])


def _is_size(name: str) -> bool:
    return re.fullmatch(NAME, name.lower().replace("-", "_").strip("*")) is not None


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading a program: what it defines, what went wrong, what it printed."""

    ending: Ending
    entries: tuple[Entry, ...] = ()
    error: str = ""
    kind: str = ""
    """The failure: "syntax", "package", "unbound", "input", "error", or nothing."""
    dialect: str = ""
    printed: str = ""


@dataclass(frozen=True, slots=True)
class CallPlan:
    """One way to ask a program for n.

    ``entry`` is what is called ("": nothing), ``arguments`` the words for what it gets, a "."
    before those of a method. ``started``: it is started anew for each n, as a program that reads n.
    ``size``: the name of the variable that is set to n in its text. ``fixed``: it does not take n.
    ``called_for``: its name is one under which the puzzle's solutions are looked for.
    """

    entry: str = ""
    arguments: tuple[str, ...] = ()
    started: bool = False
    size: str = ""
    fixed: bool = False
    called_for: bool = True

    @property
    def is_usual(self) -> bool:
        """Whether nothing had to be assumed."""
        plain = tuple(word for word in self.arguments if word != ".")
        return self.called_for and not self.started and plain in PLAIN_CALLS

    @property
    def is_named_queens(self) -> bool:
        """Whether any reader would call it, with n: it, or its class, has the puzzle's name."""
        home, _, name = self.entry.lower().rpartition(".")
        return self.is_usual and ("queen" in name or ("queen" in home and name in NAMES))

    @property
    def needs_a_start(self) -> bool:
        """Whether each n needs a process of its own."""
        return self.started or bool(self.size) or not self.entry


PLAIN_CALLS = {("n",), ("n", "out")}
"""The arguments of a function or predicate of n alone."""

NAMES = ("nqueens", "queens", "solvenqueens", "eightqueens", "nqueen", "queen", "solve")
"""The names of such programs, without "_" and "-"."""

LIKELY = re.compile(r"queen|dames|reinas|(?<!fun)damen|regin|rainha")
POSSIBLE = re.compile(r"solv|solution|soln|find|search|backtrack|generat|enumerat|place|all|resol")
TESTS = r"safe|attack|valid|check|conflict|diag|threat|ok$|legal|collision|^(can|is)"
SHOWING = r"print|display|show|draw|output|test|format|render|write"
HELPERS = re.compile(rf"{TESTS}|{SHOWING}|count|total|number|howmany|helper|aux|util")
PARTS = re.compile(
    rf"{TESTS}|(print|display|show|draw|render|write)_?queen$|^(add|remove|undo)"
    r"|^(init|create|make|new|empty|random|reset|clear|setup)|boards?$|matrix$|grid$"
)
"""The words for work on one queen or one board, whatever else is in its name."""
WORDS = {
    OWN: r"\w*_?(fun|fn|func|function|proc|procedure)|f|strategy|heuristic|pred\w*|neighbou?rs?"
    r"|(is_)?(safe|valid|ok|legal)|test|check|conflicts?|attacks?",
    "true": r"bool\w*|flag|verbose|print\w*|show\w*|display\w*",
    "n": r"n|size|nb|num(ber)?|k?queens?num|n_?queens?|board_?size|num_?queens?|dim|max|total"
    r"|length",
    "0": r"row|col(umn)?|r|c|i|j|k|start|index|idx|level|depth|pos|step|current|curr|count|x|y|q",
    "nil": r"board|queens?|placed|placements?|solutions?|sol|path|acc|accum\w*|results?|res|rest"
    r"|cols|columns|rows|positions?|state|partial|prefix|lst|l|so_?far|current_?\w*|ans|all\w*|output",
}
"""The first guess for a parameter of such a name."""

INSTEAD = {
    "board": r"\w*board|grid|tablero|mat(rix)?|b",
    "dots": r"\w*board|grid|tablero|mat(rix)?|b",
    "unset": r"queens?|pos(itions?)?|placements?|cols|columns|rows|state|perm|sol(ution)?",
    "set": r"\w*(cols?|columns|rows?|diag\w*|d|used|taken|attacked)\d*",
}
"""The second guess, where it may be no empty list."""

STDIN = re.compile(
    r"\binput\s*\(|raw_input|sys\.stdin|\bread\(|\bread\s*\)|read-line|\(read\)|\bread_term"
    r"|read_integer"
)
"""The words of a program that reads standard input."""

READS = re.compile(rf"{STDIN.pattern}|argv|argparse|command-line")
"""The words of a program that reads something at its start."""

PREDICATES = {
    2: ("n out", "out n", "range1 out"),
    1: ("vars", "n", "template", "pairs", "out"),
    3: ("n out free", "n free out", "free n out", "out n free"),
    0: ("",),
}
"""The arguments of a predicate, by their number."""

FIXED = {"template", "pairs", "out", ""}
"""The arguments that do not give the size of the board."""


def call_candidates(
    submission: Submission, loaded: Loaded, task: Task | None = None, *, takes_input: bool = False
) -> Iterator[CallPlan]:
    """All ways to ask this program, likeliest first; without repetition.

    ``takes_input``: somebody says that it reads something.
    """
    whole = _as_a_whole(submission, loaded, takes_input=takes_input)
    asked_for = {entry.name for entry in loaded.entries if _is_for_task(entry, task)}
    called = sorted(_called(submission, loaded), key=lambda plan: plan.entry not in asked_for)
    found = chain(whole, called) if takes_input else chain(called, whole)
    likely = {
        entry_point.name for entry_point in loaded.entries if _rank(entry_point) <= RANK_OF_POSSIBLE
    }

    def order(plan: CallPlan) -> int:
        if plan.entry in asked_for:
            return 0
        if plan.fixed:
            return 3
        if plan.is_usual or plan.needs_a_start:
            return 0 if plan.is_usual else 1
        return 2 if plan.called_for or plan.entry in likely else 4

    yield from sorted(dict.fromkeys(found), key=order)


def _is_for_task(entry: Entry, task: Task | None) -> bool:
    """Whether its name says that it does this task, and not the usual one, with n."""
    is_fundamental = task is Task.FUNDAMENTAL and OF_CLASSES.search(entry.plain)
    takes = entry.parameters[0] if entry.parameters else ""
    return bool(is_fundamental) and not (
        PARTS.search(entry.plain) or _is_called(takes, NO_SIZE.pattern)
    )


def _called(submission: Submission, loaded: Loaded) -> Iterator[CallPlan]:
    """Everything that can be called with n."""
    for entry in ranked(_wanted(submission, loaded)):
        likely = bool(submission.entry) or _is_called_for(entry)
        own = [
            entry_point.name
            for entry_point in loaded.entries
            if _may_be_given(entry_point) and entry_point != entry
        ]
        for words in _arguments(submission, entry, own):
            fixed = words in FIXED and submission.language is PROLOG
            called_for = likely or (fixed and _rank(entry) <= RANK_OF_POSSIBLE)
            yield CallPlan(entry.name, tuple(words.split()), fixed=fixed, called_for=called_for)


def _wanted(submission: Submission, loaded: Loaded) -> list[Entry]:
    """The entries of the name that was asked for; all if none was."""
    if not submission.entry:
        return list(loaded.entries)
    name, _, arity = submission.entry.partition("/")
    named = [entry for entry in loaded.entries if entry.name in (submission.entry, name)]
    named = named or [entry for entry in loaded.entries if entry.name.rpartition(".")[2] == name]
    return [entry for entry in named if not arity.isdecimal() or entry.takes(int(arity))]


def _as_a_whole(submission: Submission, loaded: Loaded, *, takes_input: bool) -> Iterator[CallPlan]:
    """The program as it stands: started with n to read, with n in its text, or as it is.

    If a name was asked for, only that is called.
    """
    wanted = ranked(_wanted(submission, loaded))
    starts: Sequence[tuple[str, tuple[str, ...]]] = [
        (entry_point.name, (".",) if entry_point.is_method else ())
        for entry_point in wanted
        if entry_point.least == 0 and (submission.entry or _rank(entry_point) <= RANK_OF_POSSIBLE)
    ][:4]
    calls = [*([] if submission.entry else [("", ())]), *starts]
    suffix = submission.suffix
    if takes_input or READS.search(submission.text):
        if not submission.entry:
            yield CallPlan(started=True)
        yield from (CallPlan(entry, words, started=True) for entry, words in starts)
    for name, _ in dict.fromkeys(size_variables(suffix, submission.text)):
        yield from (CallPlan(entry, words, size=name) for entry, words in calls)
        yield from (
            CallPlan(entry_point.name, ("out",), size=name)
            for entry_point in wanted
            if submission.language is PROLOG
            and entry_point.takes(1)
            and _rank(entry_point) <= RANK_OF_POSSIBLE
        )
    yield from (CallPlan(entry, words, fixed=True) for entry, words in calls)


def ranked(entries: Iterable[Entry]) -> list[Entry]:
    """Likeliest first; of equals in the order in which they are defined."""
    return sorted(entries, key=_rank)


RANK_OF_LIKELY = len(NAMES)
RANK_OF_POSSIBLE = RANK_OF_LIKELY + 1
RANK_OF_OTHERS = RANK_OF_POSSIBLE + 1


def _rank(entry: Entry) -> int:
    name = entry.plain
    if entry.is_class:  # it may do all when it is made; if so, its methods would do it again
        return -1 if entry.takes(1) and entry.least == 1 else RANK_OF_OTHERS
    if name in NAMES:
        return NAMES.index(name)
    if HELPERS.search(name):
        return RANK_OF_OTHERS + 1
    if LIKELY.search(name):
        return RANK_OF_LIKELY
    return RANK_OF_POSSIBLE if POSSIBLE.search(name) else RANK_OF_OTHERS


def _is_called_for(entry: Entry) -> bool:
    if entry.is_class:
        return entry.least == 1
    is_part = PARTS.search(entry.plain) is not None
    return entry.plain in NAMES or (LIKELY.search(entry.plain) is not None and not is_part)


PARTIAL = re.compile(
    r"uniq|first|one|single|random|fundamental|distinct|some|any|next|has|num|n_(?!queen)"
    r"|greedy|climb|anneal|genetic|heuristic|approx|rook|limit|max|few|half|part"
)
"""The words in names of functions that give only some solutions, or something else."""


OF_CLASSES = re.compile(r"fundamental|uniq|distinct|equivalent|essential")
"""The names of functions that give one solution of each class of symmetric ones."""

NO_SIZE = re.compile(
    r"\w*board|grid|tablero|mat(rix)?|placed|placements?|path|acc\w*|state|partial|prefix|li?st?"
    r"|\w*list|solutions?|results?|positions?|queens_?list"
)
"""The names of parameters that are not a number of queens."""

SIZE_IN_PROLOG = r"_?N\d?|(?:[A-Z_]\w*)?(?:Size|Num|Number|Count|Dim|Dimension|Length|Len)|[1-9]\d?"
"""The forms of a number of queens in Prolog."""


def takes_a_size(submission: Submission, loaded: Loaded, plan: CallPlan) -> bool:
    """Whether the program says itself that the argument that gets n is a number of queens."""
    if submission.language is PROLOG:
        place = plan.arguments.index("n")
        others = r"[^\s,()\[\]]+\s*,\s*" * place
        use = rf"(?<!\w){re.escape(plan.entry)}\(\s*{others}(?:{SIZE_IN_PROLOG})\s*[,)]"
        return re.search(use, submission.text) is not None
    names = [entry.parameters for entry in loaded.entries if entry.name == plan.entry]
    first = names[0][0] if names and names[0] else ""
    return not _is_called(first, NO_SIZE.pattern)


def has_usual_name(name: str) -> bool:
    """Whether one of its words is in NAMES: queens_fast, but not queent, which may be a trial."""
    words = re.split(r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    return any(word in NAMES for word in words)


def other_solvers(
    submission: Submission, loaded: Loaded, plan: CallPlan
) -> Iterator[tuple[str, bool]]:
    """The functions that may also be asked for all solutions of n; True: any reader would."""
    takes = 2 if submission.language is PROLOG else 1
    for entry in loaded.entries:
        is_plain = not (entry.is_class or entry.is_method) and entry.least == takes
        is_solver = _rank(entry) <= RANK_OF_POSSIBLE and not PARTIAL.search(entry.name.lower())
        is_sure = _is_called_for(entry)
        is_meant = is_sure or has_usual_name(entry.name)
        if is_plain and is_solver and is_meant and entry.name != plan.entry:
            yield entry.name, is_sure and plan.is_usual


def _may_be_given(entry: Entry) -> bool:
    """Whether another function may want it as an argument."""
    return not entry.is_method and not entry.is_class and entry.least > 0


def _arguments(submission: Submission, entry: Entry, own: Sequence[str]) -> Iterator[str]:
    """The possible arguments, in words, where it can be told n; ``own``: functions beside it."""
    if submission.language is PROLOG:
        yield from PREDICATES.get(entry.least, ())
        return
    if entry.is_method:
        if entry.made_most >= 1 and entry.made_least <= 1 and entry.takes(0):
            yield "n ."
        if entry.made_least <= 0 and entry.takes(1):
            yield ". n"
        if entry.made_least <= 0 and entry.least >= 2:
            yield from (f". {words}" for words in _several(entry, own))
        if entry.made_least == 1 and entry.least >= 1:
            yield from (f"n . {words}" for words in _several(entry, own, knows_n=True))
        return
    if entry.takes(1):
        yield "n"
    if entry.least >= 2:
        yield from _several(entry, own)


def _several(entry: Entry, own: Sequence[str], *, knows_n: bool = False) -> Iterator[str]:
    """First values for several arguments, where the name of each says what it is for.

    ``knows_n``: it belongs to an object that was made with n.
    """
    names = entry.parameters[: entry.least]
    if len(names) < entry.least:
        return
    usual = [_word(name) for name in names]
    if all(usual) and (knows_n or "n" in usual):
        yield from _with_functions(usual, own)
    for word, wanted in INSTEAD.items():
        others = [
            word if _is_called(name, wanted) else first
            for name, first in zip(names, usual, strict=True)
        ]
        if others != usual and all(others) and {"n", "board", "dots", "unset"} & set(others):
            yield " ".join(others)
    lists = [*usual[:2], *["nil"] * (entry.least - 2)]  # a letter may name a list, too
    if all(usual) and lists != usual and "n" in lists:
        yield " ".join(lists)


def _with_functions(words: list[str], own: Sequence[str]) -> Iterator[str]:
    """The words with the program's own functions where one is wanted, the last ones first."""
    if OWN not in words:
        yield " ".join(words)
        return
    for name in reversed(own):
        yield " ".join(f"{OWN}{name}" if word == OWN else word for word in words)


def _word(parameter: str) -> str:
    return next((word for word, names in WORDS.items() if _is_called(parameter, names)), "")


def _is_called(parameter: str, names: str) -> bool:
    plain = parameter.lower().replace("-", "_").strip("_?")
    return re.fullmatch(names, plain) is not None
