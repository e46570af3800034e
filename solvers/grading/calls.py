"""List the calls that may make a program solve n queens, from the names that it defines.

The suite asks a program for n: it calls one of its functions with n, or runs it and lets it read n.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from solvers.execution.result import Ending
from solvers.grading.language import PROLOG, PYTHON, Language, family_of
from solvers.grading.protocol import Entry
from solvers.grading.submission import Submission

SIZE = "{n}"
"""Stands for n in the text of a call."""

SOLUTION = "Solution"
"""The variable whose values are the answers to a call in Prolog."""

NAMES = (
    *("nqueens", "queens", "solvenqueens", "eightqueens", "nqueen", "queen", "solve"),
    *("allsolutions", "solveall"),
)
"""The usual names of a function that solves the puzzle, without "_" and "-"."""


@dataclass(frozen=True, slots=True)
class CallPlan:
    """One way to ask a program for n."""

    entry: str = ""
    """The function, method, class or predicate to call; "" runs the whole program."""
    call: str = ""
    """The text of the call, with SIZE in the place of n."""
    reads_n: bool = False
    """Whether each n gets a new process, in which the program reads n."""
    without_n: bool = False
    """Whether the program is run or called without n."""
    promises_solutions: bool = True
    """True if the whole program is run, the user named the entry, or its name promises this.

    For a call without n, a possible name is enough.
    """
    calls_method: bool = False
    """Whether the call makes an object and calls its method; False for LEETCODE."""
    is_guessed: bool = False
    """Whether the call has guessed arguments, or a guessed order of arguments."""

    def text(self, n: int) -> str:
        """The text of the call for n."""
        return self.call.replace(SIZE, str(n))

    @property
    def is_of_n_alone(self) -> bool:
        """Whether the call passes n, and no argument is guessed."""
        return SIZE in self.call and not self.is_guessed

    @property
    def calls_function_of_n(self) -> bool:
        """Whether the call passes n alone to a function or predicate, not to a method."""
        return self.is_of_n_alone and not self.calls_method

    @property
    def is_obvious(self) -> bool:
        """Whether the call passes n alone to an entry whose name promises solutions."""
        return self.promises_solutions and not self.reads_n and self.is_of_n_alone

    @property
    def is_named_queens(self) -> bool:
        """Whether the call is obvious, and the entry's name contains "queen".

        For a method with one of NAMES, its class's name may contain it instead.
        """
        home, _, name = self.entry.lower().rpartition(".")
        return self.is_obvious and ("queen" in name or ("queen" in home and name in NAMES))

    @property
    def is_query(self) -> bool:
        """Whether the call has the variable SOLUTION: Prolog gives its values one after another."""
        return re.search(rf"(?<![\w-]){SOLUTION}(?![\w(])", self.call) is not None

    @property
    def needs_new_process(self) -> bool:
        """Whether each n needs a new process."""
        return self.reads_n or not self.entry


def call_of(language: Language, name: str, arguments: Sequence[str]) -> str:
    """The text that calls ``name`` with these arguments, in the syntax of the language."""
    if language is PYTHON:
        return f"{name}({', '.join(arguments)})"
    if language is not PROLOG:
        return f"({' '.join((name, *arguments))})"
    atom = name if re.fullmatch(r"[a-z]\w*", name) else "'" + name.replace("'", "''") + "'"
    return f"{atom}({', '.join(arguments)})" if arguments else atom


def plain_call(language: Language, name: str) -> CallPlan:
    """The plan that calls the function or predicate ``name`` with n alone."""
    arguments = (SIZE, SOLUTION) if language is PROLOG else (SIZE,)
    return CallPlan(name, call_of(language, name, arguments))


SIZE_NAME = (
    r"(?:n|size|n_?queens?|(?:num|number|no|nb)(?:_of)?_?queens?|queens?|board_?(?:size|len|length|n)?"
    r"|(?:board|chess)?_?dimensions?|dim|max_?n|size_?of_?board|qtd|taille|num)"
)
"""Matches the name of a variable for the size of the board, with "-" as "_"."""

SIZE_DEFINITIONS = {
    PYTHON: re.compile(
        r"^(?P<name>\w+)\s*(?::\s*int)?\s*=\s*(?P<value>\d+)(?=\s*(?:#.*)?$)",
        re.MULTILINE,
    ),
    PROLOG: re.compile(r"^(?P<name>\w+)\(\s*(?P<value>\d+)(?=\s*\)\s*\.)", re.MULTILINE),
    None: re.compile(r"^\(define\s+(?P<name>[^\s()]+)\s+(?P<value>\d+)(?=\s*\))", re.MULTILINE),
}
"""For each language (None: Scheme), matches a global definition with a number."""


def size_variables(suffix: str, text: str) -> Iterator[tuple[str, int]]:
    """The name and value of each global variable that may hold the size of the board (1 to 99)."""
    for match in SIZE_DEFINITIONS[family_of(suffix)].finditer(text):
        if _is_size(match["name"]) and 1 <= int(match["value"]) <= 99:
            yield match["name"], int(match["value"])


def _is_size(name: str) -> bool:
    return re.fullmatch(SIZE_NAME, name.lower().replace("-", "_").strip("*")) is not None


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The result of loading a program: its definitions, its error message, its output."""

    ending: Ending
    entries: tuple[Entry, ...] = ()
    error: str = ""
    failure: str = ""
    """The kind of the error, such as "syntax", "package", "unbound" or "input"; "": no error."""
    dialect: str = ""
    printed: str = ""


LIKELY = re.compile(r"queen|dames|reinas|(?<!fun)damen|regin|rainha")
POSSIBLE = re.compile(r"solv|solution|soln|find|search|backtrack|generat|enumerat|place|all|resol")
TESTS = r"safe|attack|valid|check|conflict|diag|threat|ok$|legal|collision|^(can|is)"
SHOWING = r"print|display|show|draw|output|test|format|render|write"
HELPERS = re.compile(rf"{TESTS}|{SHOWING}|count|total|number|howmany|helper|aux|util")
PARTS = re.compile(
    rf"{TESTS}|(print|display|show|draw|render|write)_?queen$|^(add|remove|undo)"
    r"|^(init|create|make|new|empty|random|reset|clear|setup)|boards?$|matrix$|grid$"
)
"""Matches the name of a function that tests, shows or makes one queen or one board."""
FUNCTION = ""
"""Stands for an argument that is a function of the program itself."""

GUESSES = {
    FUNCTION: r"\w*_?(fun|fn|func|function|proc|procedure)|f|strategy|heuristic|pred\w*"
    r"|neighbou?rs?|(is_)?(safe|valid|ok|legal)|test|check|conflicts?|attacks?",
    "True": r"bool\w*|flag|verbose|print\w*|show\w*|display\w*",
    SIZE: r"n|size|nb|num(ber)?|k?queens?num|n_?queens?|board_?size|num_?queens?|dim|max|total"
    r"|length",
    "0": r"row|col(umn)?|r|c|i|j|k|start|index|idx|level|depth|pos|step|current|curr|count|x|y|q",
    "[]": r"board|queens?|placed|placements?|solutions?|sol|path|acc|accum\w*|results?|res|rest"
    r"|cols|columns|rows|positions?|state|partial|prefix|lst|l|so_?far|current_?\w*|ans|all\w*"
    r"|output",
}
"""Each argument, as Python writes it, with the names of the parameters that get it."""

IN_SCHEME = {"True": "#t", "[]": "'()"}
"""The arguments that Scheme writes differently."""

STDIN = re.compile(
    r"\binput\s*\(|raw_input|sys\.stdin|\bread\(|\bread\s*\)|read-line|\(read\)|\bread_term"
    r"|read_integer"
)
"""Matches a call that reads standard input."""

READS = re.compile(rf"{STDIN.pattern}|argv|argparse|command-line")
"""Matches the source of a program that reads standard input or its command line."""

LEETCODE = ("Solution.solveNQueens", "Solution.totalNQueens")
"""The methods that the site LeetCode asks for; they count as functions."""

QUERY_FORMS: dict[int, tuple[tuple[str, Sequence[str]], ...]] = {
    2: (
        ("", (SIZE, SOLUTION)),
        ("", (SOLUTION, SIZE)),
        (f"numlist(1, {SIZE}, Rows), ", ("Rows", SOLUTION)),
    ),
    1: (
        (f"length({SOLUTION}, {SIZE}), ", (SOLUTION,)),
        ("", (SIZE,)),
        (f"template({SOLUTION}), ", (SOLUTION,)),
        (f"findall(X/_, between(1, 8, X), {SOLUTION}), ", (SOLUTION,)),
        ("", (SOLUTION,)),
    ),
    3: tuple(
        ("", arguments)
        for arguments in (
            (SIZE, SOLUTION, "_"),
            (SIZE, "_", SOLUTION),
            ("_", SIZE, SOLUTION),
            (SOLUTION, SIZE, "_"),
        )
    ),
    0: (("", ()),),
}
"""For a predicate with this number of arguments: the goals before its call, and the arguments."""


def call_candidates(
    submission: Submission,
    loaded: LoadResult,
    *,
    takes_input: bool = False,
) -> Iterator[CallPlan]:
    """Every plan to ask this program, each once, likeliest first.

    ``takes_input``: the user gave an input, or the program reads one while it is loaded.
    """
    whole = _plans_without_arguments(submission, loaded, takes_input=takes_input)
    called = _entry_plans(submission, loaded)
    found = chain(whole, called) if takes_input else chain(called, whole)
    possible = {entry.name for entry in loaded.entries if _rank(entry) <= RANK_OF_POSSIBLE}

    def order(plan: CallPlan) -> int:
        if plan.without_n:
            return 3
        if plan.is_obvious or plan.needs_new_process:
            return 0 if plan.is_obvious else 1
        return 2 if plan.promises_solutions or plan.entry in possible else 4

    yield from sorted(dict.fromkeys(found), key=order)


def _entry_plans(submission: Submission, loaded: LoadResult) -> Iterator[CallPlan]:
    """The plans that call the program's definitions."""
    for entry in ranked(_wanted(submission, loaded)):
        is_promising = bool(submission.entry) or _promises_solutions(entry)
        functions = [
            other.name for other in loaded.entries if _can_be_argument(other) and other != entry
        ]
        for plan in _plans_of(submission.language, entry, functions):
            promises_solutions = is_promising or (
                plan.without_n and _rank(entry) <= RANK_OF_POSSIBLE
            )
            yield replace(plan, promises_solutions=promises_solutions)


def _wanted(submission: Submission, loaded: LoadResult) -> list[Entry]:
    """The entries that the user named; all entries if the user named none."""
    if not submission.entry:
        return list(loaded.entries)
    name, _, arity = submission.entry.partition("/")
    named = [entry for entry in loaded.entries if entry.name in (submission.entry, name)]
    named = named or [entry for entry in loaded.entries if entry.name.rpartition(".")[2] == name]
    return [entry for entry in named if not arity.isdecimal() or entry.takes(int(arity))]


def _plans_without_arguments(
    submission: Submission, loaded: LoadResult, *, takes_input: bool
) -> Iterator[CallPlan]:
    """The plans that run the program, or call a function without arguments; either may read n.

    If the user named an entry, the plans call only that.
    """
    language = submission.language
    wanted = ranked(_wanted(submission, loaded))
    possible = [entry for entry in wanted if submission.entry or _rank(entry) <= RANK_OF_POSSIBLE]
    argumentless = [
        CallPlan(entry.name, call_of(language, _callee(entry), ()), calls_method=entry.is_method)
        for entry in possible
        if entry.least == 0
    ][:4]
    calls = [*([] if submission.entry else [CallPlan()]), *argumentless]
    if takes_input or READS.search(submission.text):
        yield from (replace(plan, reads_n=True) for plan in calls)
    yield from (replace(plan, without_n=True) for plan in calls)


def ranked(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, likeliest first; equally likely ones keep their order."""
    return sorted(entries, key=_rank)


RANK_OF_LIKELY = len(NAMES)
RANK_OF_POSSIBLE = RANK_OF_LIKELY + 1
RANK_OF_OTHERS = RANK_OF_POSSIBLE + 1


def _rank(entry: Entry) -> int:
    name = entry.plain
    if entry.is_class:  # its constructor may do all; its methods would repeat it
        return -1 if entry.takes(1) and entry.least == 1 else RANK_OF_OTHERS
    if name in NAMES:
        return NAMES.index(name)
    if HELPERS.search(name):
        return RANK_OF_OTHERS + 1
    if LIKELY.search(name):
        return RANK_OF_LIKELY
    return RANK_OF_POSSIBLE if POSSIBLE.search(name) else RANK_OF_OTHERS


def _promises_solutions(entry: Entry) -> bool:
    if entry.is_class:
        return entry.least == 1
    is_part = PARTS.search(entry.plain) is not None
    return entry.plain in NAMES or (LIKELY.search(entry.plain) is not None and not is_part)


SOME_ONLY = re.compile(
    r"uniq|first|one|single|random|fundamental|distinct|some|any|next|has|num|n_(?!queen)"
    r"|greedy|climb|anneal|genetic|heuristic|approx|rook|limit|max|few|half|part"
)
"""The words in names of functions that give only some solutions, or something else."""


NO_SIZE = re.compile(
    r"\w*board|grid|tablero|mat(rix)?|placed|placements?|path|acc\w*|state|partial|prefix|li?st?"
    r"|\w*list|solutions?|results?|positions?|queens_?list"
)
"""Matches the name of a parameter for a board or a list, not for the number of queens."""

SIZE_IN_PROLOG = r"_?N\d?|(?:[A-Z_]\w*)?(?:Size|Num|Number|Count|Dim|Dimension|Length|Len)|[1-9]\d?"
"""Matches an argument in Prolog that is the number of queens: a variable or a number."""


def takes_a_size(submission: Submission, loaded: LoadResult, plan: CallPlan) -> bool:
    """Whether the first argument is the number of queens.

    In Prolog, a clause or a call in the source must show it. Elsewhere it is, unless the first
    parameter is named like a board, a list or an index.
    """
    if submission.language is PROLOG:
        use = rf"(?<!\w){re.escape(plan.entry)}\(\s*(?:{SIZE_IN_PROLOG})\s*[,)]"
        return re.search(use, submission.text) is not None
    names = [entry.parameters for entry in loaded.entries if entry.name == plan.entry]
    first = names[0][0] if names and names[0] else ""
    return not (_has_name(first, NO_SIZE.pattern) or _has_name(first, GUESSES["0"]))


def has_usual_name(name: str) -> bool:
    """Whether a word of ``name`` is in NAMES: true for queens_fast, false for queent."""
    words = re.split(r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    return any(word in NAMES for word in words)


def other_solvers(
    submission: Submission, loaded: LoadResult, plan: CallPlan
) -> Iterator[tuple[str, bool]]:
    """Yield (name, is_sure) for each other function that may give all solutions for n.

    ``is_sure``: the name promises solutions, and the plan is obvious.
    """
    takes = 2 if submission.language is PROLOG else 1
    for entry in loaded.entries:
        is_plain = not (entry.is_class or entry.is_method) and entry.least == takes
        is_solver = _rank(entry) <= RANK_OF_POSSIBLE and not SOME_ONLY.search(entry.name.lower())
        is_sure = _promises_solutions(entry)
        is_meant = is_sure or has_usual_name(entry.name)
        if is_plain and is_solver and is_meant and entry.name != plan.entry:
            yield entry.name, is_sure and plan.is_obvious


def _can_be_argument(entry: Entry) -> bool:
    """Whether the entry is a function that another one can take as an argument."""
    return not entry.is_method and not entry.is_class and entry.least > 0


def _plans_of(language: Language, entry: Entry, functions: Sequence[str]) -> Iterator[CallPlan]:
    """The plans that call ``entry``; ``functions``: the functions that it may take as arguments."""
    if language is PROLOG:
        for goals, arguments in QUERY_FORMS.get(entry.least, ()):
            call = f"{goals}{call_of(language, entry.name, arguments)}"
            is_guessed = bool(goals) or "_" in arguments or arguments == (SOLUTION, SIZE)
            yield CallPlan(entry.name, call, without_n=SIZE not in call, is_guessed=is_guessed)
        return
    if not entry.is_method:
        if entry.takes(1):
            yield CallPlan(entry.name, call_of(language, entry.name, (SIZE,)))
        for arguments in _guessed_arguments(language, entry, functions):
            yield CallPlan(entry.name, call_of(language, entry.name, arguments), is_guessed=True)
        return
    with_n, without_n = _callee(entry, SIZE), _callee(entry)
    is_object = entry.name not in LEETCODE
    if entry.made_most >= 1 >= entry.made_least and entry.takes(0):
        yield CallPlan(entry.name, call_of(language, with_n, ()), calls_method=True)
    if entry.made_least <= 0 and entry.takes(1):
        yield CallPlan(entry.name, call_of(language, without_n, (SIZE,)), calls_method=is_object)
    if entry.made_least <= 1:
        made = with_n if entry.made_least else without_n
        for arguments in _guessed_arguments(
            language, entry, functions, knows_n=entry.made_least == 1
        ):
            call = call_of(language, made, arguments)
            yield CallPlan(entry.name, call, calls_method=True, is_guessed=True)


def _callee(entry: Entry, *arguments: str) -> str:
    """The text that is called: a name; for a method, ``Class(arguments).method``."""
    if not entry.is_method:
        return entry.name
    home, _, name = entry.name.rpartition(".")
    return f"{call_of(PYTHON, home, arguments)}.{name}"


def _guessed_arguments(
    language: Language, entry: Entry, functions: Sequence[str], *, knows_n: bool = False
) -> Iterator[Sequence[str]]:
    """The arguments for the required parameters of ``entry``, if GUESSES knows each name.

    For a parameter that is a function, each of ``functions`` is tried, the last one first.
    ``knows_n``: ``entry`` is a method of an object that was made with n.
    """
    names = entry.parameters[: entry.least]
    guesses = [guess for name in names for guess in _guess(name)]
    if entry.least < (1 if knows_n else 2) or len(guesses) < entry.least:
        return
    if not knows_n and SIZE not in guesses:
        return
    choices = [reversed(functions) if guess == FUNCTION else [guess] for guess in guesses]
    written = {} if language is PYTHON else IN_SCHEME
    for arguments in product(*choices):
        yield [written.get(argument, argument) for argument in arguments]


def _guess(parameter: str) -> list[str]:
    return [value for value, names in GUESSES.items() if _has_name(parameter, names)][:1]


def _has_name(parameter: str, names: str) -> bool:
    plain = parameter.lower().replace("-", "_").strip("_?")
    return re.fullmatch(names, plain) is not None
