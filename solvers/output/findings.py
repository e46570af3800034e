"""The words of findings: one sentence for each fact, for terminals, tables, pages and students."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from solvers.grading.calls import SIZE, STDIN, CallPlan
from solvers.grading.diagnosis.early_end import EarlyEnd
from solvers.grading.finding import Fact, Finding
from solvers.grading.language import PROLOG
from solvers.grading.submission import Submission, Task
from solvers.output.messages import rejected_words, signs_words, sizes_in_words

ONE_SOLUTION = "it finds only one solution"
COUNTS = "it gives counts instead of solutions"
SYMMETRIC = "it leaves out symmetric solutions"
HALF = f"{SYMMETRIC}: for the first queen, it tries only the first half of the rows"
DISTANCE = "the column distance is off by one: it starts at"
ONE_ROW = "it tries one row too many"
BASES = "it compares rows counted from 0 with rows counted from 1"
NOT_AVAILABLE = "it needs a package or a file that is not available here"

WORDS: dict[Fact, str] = {
    Fact.NO_DIAGONALS: "it compares only rows, not diagonals, so it gives every permutation",
    Fact.NO_ROWS: "it compares diagonals, but not rows",
    Fact.NO_RISING_DIAGONAL: "it does not check the diagonal that goes up to the right",
    Fact.NO_FALLING_DIAGONAL: "it does not check the diagonal that goes down to the right",
    Fact.NEIGHBOURS_ONLY: "it compares each queen only with the neighbouring column",
    Fact.DIAGONALS_OF_NEIGHBOURS: "it compares rows with every queen, but diagonals only with the "
    "neighbouring column",
    Fact.ALL_BUT_NEIGHBOURS: "it does not compare neighbouring queens",
    Fact.DISTANCE_FROM_0: f"{DISTANCE} 0 instead of 1",
    Fact.DISTANCE_FROM_2: f"{DISTANCE} 2 instead of 1",
    Fact.DISTANCE_FROM_0_OR_2: f"{DISTANCE} 0 or 2 instead of 1",
    Fact.DISTANCE_GROWS_BY_2: "the column distance increases by 2 per column instead of by 1",
    Fact.ROW_AFTER_LAST: f"{ONE_ROW}, after the last row",
    Fact.ROW_BEFORE_FIRST: f"{ONE_ROW}, before the first row",
    Fact.HALF_WITHOUT_MIDDLE: f"{HALF}, without the middle row",
    Fact.HALF_WITH_MIDDLE: f"{HALF}, with the middle row",
    Fact.NO_WAY_BACK: "it never goes back to try another row: look for a return, a break or a cut, "
    "or for a change that it does not undo after the recursive call",
    Fact.NONE_FOUND: "it found no solution: look at the rows that it tries, at its test of two "
    "queens, and at its answer for a full board",
    Fact.NEW_ROWS_FROM_1: f"{BASES}: it adds 1 to new rows",
    Fact.EARLIER_ROWS_FROM_1: f"{BASES}: it adds 1 to earlier rows",
    Fact.NO_TEST: "no test rejects a queen, so it gives every placement with one queen per column",
    Fact.INVERTED_TEST: "its test is the wrong way round: it keeps queens that attack each other",
    Fact.FIRST_QUEEN_SKIPPED: "it never compares the queen in the first column",
    Fact.FIRST_QUEEN_ONLY: "it compares only the queen in the first column with the others",
    Fact.DIAGONALS_OF_FIRST_QUEEN: "it compares rows with every queen, but diagonals only with "
    "the queen in the first column",
    Fact.NO_DIAGONALS_OF_FIRST_QUEEN: "it compares rows with every queen, but diagonals never with "
    "the queen in the first column",
    Fact.DIAGONALS_END_BEFORE_0: "its test of the diagonals ends before index 0, so it never looks "
    "at the squares in the first row or the first column",
    Fact.DISTANCE_GOES_ON: "the column distance does not start again at 1 for each queen",
    Fact.FIRST_ROW_ONLY: "it tries the first queen only in the first row",
    Fact.FIRST_ROW_NEVER: "it never tries the first queen in the first row",
    Fact.FIRST_OF_EACH_ROW: "for each row of its first queen, it finds only the first solution: "
    "look for a return, a break or a cut",
    Fact.ONE_COLUMN_SHORT: "it stops one column too early: its answers have n - 1 queens",
    Fact.SMALLER_BOARD: "its answers are the solutions for n - 1 queens",
    Fact.LARGER_BOARD: "its answers are the solutions for n + 1 queens",
    Fact.NONE_ABOVE_1: "it finds no solution for n > 1: look at the rows that it tries, and at its "
    "test of two queens",
    Fact.LAST_MISSING: "the last solution is missing",
    Fact.FIRST_MISSING: "the first solution is missing",
    Fact.LOOP_ENDS: "the loop in line {line} always ends in its first round: look for a return or "
    "break in it",
    Fact.ONE_ROW_REPEATED: "the rows of its board are one and the same list: in line {line}, make "
    "each row anew",
    Fact.ONE_ONLY: ONE_SOLUTION,
    Fact.FIRST_ONLY: "it finds only the first solution of its search: {ends} may end the search "
    "too early",
    Fact.ENDS_EARLY: "{ends} may end the search too early",
    Fact.COUNTS: COUNTS,
    Fact.WRONG_COUNTS: "{given}",
    Fact.SHARED_LISTS: "its answers share list objects, so a later change to a list also changes "
    "earlier answers: store a copy of each answer and, for a board, of each row",
    Fact.ALL_THE_SAME: "its answers for one n are all the same, and as many as there are "
    "solutions: perhaps it stores one list or vector, which changes later; store a copy of each",
    Fact.OTHER_ROW_BASE: "it numbers the rows from {base} instead of from 0 or 1",
    Fact.DUPLICATES: "it gives duplicates: {every} more than once (for n = {n}, {shown} occurs "
    "{times} times)",
    Fact.MIDDLE_MIRRORED: "it adds the mirror images of all solutions, also of those whose first "
    "queen is in the middle row, so these come twice",
    Fact.SYMMETRIC_MISSING: f"{SYMMETRIC}: rotations or reflections",
    Fact.SOME_MISSING: "{lost} of {known} solutions {are} missing (n = {n})",
    Fact.WRONG_LENGTHS: "its answers for n = {n} have {lengths} queens",
    Fact.NOT_A_PLACEMENT: "this answer is not a placement: {rejected}",
    Fact.NO_WHOLE_BOARDS: "its boards do not all have n lines of n squares, with one queen on each "
    "line",
    Fact.SLOW_GROWTH: "its answers are right so far, but n = {n} takes {times} times as long as "
    "n = {before} (4 to 5 times is usual)",
    Fact.WOULD_BE_RIGHT: "{task}",
    Fact.SYNTAX: "syntax error",
    Fact.ENTRY_MISSING: "the entry point is missing",
    Fact.STACK_OVERFLOW: "the stack overflowed: infinite recursion, or one that is too deep",
    Fact.LEFT: "it calls exit, quit or halt before it has finished",
    Fact.UNDEFINED_NAME: "it uses an undefined name",
    Fact.NOT_AVAILABLE: NOT_AVAILABLE,
    Fact.WANTS_MORE_INPUT: "it asks for more input than the test provides",
    Fact.CANNOT_RUN: "it cannot run here",
    Fact.NOT_IN_TIME: "it does not finish in time",
    Fact.MEMORY_GROWS: "it uses more and more memory (infinite recursion, or a list that keeps "
    "growing)",
    Fact.TOO_MUCH_OUTPUT: "it prints too much, or gives too many answers",
    Fact.SUITE_FAILED: "the suite could not run the program; this is not the program's fault",
    Fact.EXITED: "it exits before it has finished (halt, exit or a crash)",
    Fact.ERROR: "it stops with an error",
    Fact.OWN_RUN: "when run as a program, {says}",
    Fact.REPORTS: "it reports {number} {solutions} for n = {n}",
    Fact.REPORTS_FOR_NO_BOARD: "it reports {number} solutions, which is right for no board",
    Fact.REPORTS_CLASSES: "it reports {number} as a number of fundamental or distinct solutions",
    Fact.DRAWS_CROWDED: "it draws a board with {queens} queens for n = {n}",
    Fact.SHOWS_ITS_WAY: "it also shows boards on its way to the answers for n = {n}, some of which "
    "look like answers",
    Fact.PRINTS_WRONG: "it prints {kind} for n = {n} that are not solutions",
    Fact.PRINTS_TWICE: "it prints some solutions for n = {n} more than once, and not all of them",
    Fact.SAYS_SOLVABLE: "it says that n = {n} is {shown}",
    Fact.LISTS_PART_OF_ALL: "it lists {number} solutions for n = {n}, and not all of them",
    Fact.PRINTS_TOO_MUCH: "it prints more than 4 MiB, which is not read: make it print less",
    Fact.PRINTS_UNREADABLE: "it also prints {shown} for n = {n}, which could not be interpreted",
    Fact.RETURNS_NUMBER: "it returns {number} as the number for n = {n}",
    Fact.RETURNS_NO_SOLUTION: "it also returns a value for n = {n} that is not a solution",
    Fact.OTHER_IS_WRONG: "{name}, which it also defines, gives wrong answers for n = {n}",
    Fact.OTHER_FINDS_SOME: "{name}, which it also defines, finds {number} for n = {n}",
    Fact.OWN_RUN_STOPPED: "its own run was stopped at a limit for n = {n} (raise it with "
    "--time-limit)",
    Fact.SAID: "{says}",
    Fact.RIGHT_BUT: "its answers are right, but {says}",
    Fact.FORGED: "it wrote a record of the harness",
    Fact.OUTPUT_CUT: "it prints more than 4 MiB for n = {n}, which is not read to its end; make "
    "it print less (or check smaller boards with --n)",
    Fact.SIZE_NOT_TESTED: "it can be judged only for n = {n}, which has no points (add {n} to "
    "--points)",
    Fact.ANSWERS_VARY: "asked twice for n = {n} in new processes, it is right once and wrong once; "
    "make it answer without chance",
    Fact.MISSED_BY_CHANCE: "it looks for one solution by chance, and found none for n = {n} (run "
    "it again, or make it try longer)",
    Fact.KEPT_DEFAULT: "only its first call is right, because later ones return the answers of "
    "earlier ones too: {name}=[] is made only once; make a new list in each call (or use "
    "--process-per-n)",
    Fact.SAYS_ESSENTIAL: "it says that its solutions are essentially different; a check expects "
    "every solution",
    Fact.SHARED_AND_WRONG: "its answers share list objects, and none of them is right: store a "
    "copy of each answer and, for a board, of each row",
    Fact.OBJECT_WITHOUT_ANSWERS: "{entry} is a class, and an object of it holds no answers (use "
    "--entry to name the method that returns them)",
    Fact.GUESSED_CALL: "{plan} (a guess), {came}: {advice}",
    Fact.GIVES_NOTHING: "when called, it returns nothing and prints nothing: perhaps a return is "
    "missing, or it finds no solution",
    Fact.FLATTENED: "its answers are the numbers of all solutions in one list: give a list of "
    "solutions (flatten and the like join too much)",
    Fact.UNKNOWN_FORMAT: "its answers are in an unknown format{example}",
    Fact.UNBOUND_VARIABLE: "for n = {n} it prints {name}, a variable without a value: label the "
    "variables (label/1, labeling/2)",
    Fact.DIALECT: "it is written for {dialect}, which is only partly supported: {error}",
    Fact.NEEDS_PACKAGES: "{names}",
    Fact.NEEDS_FILES_BESIDE: "{names} ({error})",
    Fact.NOTHING_TO_CALL: "{entries}: {advice}{unusual_entry}",
    Fact.NO_ANSWER: "it has no answer",
    Fact.RETURNS_NOTHING: "it returns nothing",
    Fact.RETURNS_EMPTY_LIST: "it returns an empty list",
    Fact.STOPS_WITH_ERROR: "it stops with an error ({error})",
    Fact.NO_RIGHT_ANSWER: "it gives no right answer",
    Fact.PRINTS_EMPTY_LIST: "it prints an empty list",
    Fact.PRINTS_NO_VALUE: "it prints the value of a function that returns nothing",
    Fact.NOT_INTERPRETED: "{beside}its output could not be interpreted as solutions: {line}",
    Fact.TRUTH_VALUE: "it answers {value}, but shows no solution",
    Fact.CALLED: "{plan}",
    Fact.IGNORES_ARGUMENT: "{entry} does not use its argument, but {constant} = {size} in its "
    "source",
    Fact.KEEPS_STATE: "it keeps state between calls, so each n ran in a new process",
    Fact.READ_FROM: "answers read from {place}",
    Fact.LABELLED: "it does not label its variables, so the suite labelled them",
    Fact.FILES_MISSING: "it loads {names}, which {are} missing",
}
"""The sentence of each fact, as a format string for its details.

Options of the command are in brackets, so that a student's page can leave them out.
"""

HEADINGS: dict[Fact, str] = {
    Fact.LOOP_ENDS: "a loop always ends in its first round",
    Fact.ONE_ROW_REPEATED: "the rows of its board are one list",
    Fact.WRONG_COUNTS: "its counts are wrong",
    Fact.OTHER_ROW_BASE: "it does not number the rows from 0 or 1",
    Fact.SOME_MISSING: "some solutions are missing",
    Fact.WRONG_LENGTHS: "its answers have too few or too many queens",
    Fact.SLOW_GROWTH: "it becomes slow too fast",
    Fact.WOULD_BE_RIGHT: "it does another task",
    Fact.ENDS_EARLY: "its search may end too early",
    Fact.OWN_RUN: "its own output is wrong",
    Fact.REPORTS: "it reports a wrong number of solutions",
    Fact.PRINTS_WRONG: "it prints boards or lists that are not solutions",
    Fact.PRINTS_UNREADABLE: "it prints more than its answers",
    Fact.RETURNS_NUMBER: "it returns a wrong number of solutions",
    Fact.RETURNS_NO_SOLUTION: "it also returns a value that is not a solution",
    Fact.OTHER_IS_WRONG: "another function of it gives wrong answers",
    Fact.REPORTS_CLASSES: "it reports a wrong number of fundamental or distinct solutions",
    Fact.DRAWS_CROWDED: "it draws boards with a wrong number of queens",
    Fact.LISTS_PART_OF_ALL: "it lists only some of the solutions",
    Fact.PRINTS_TWICE: "it prints some solutions more than once",
    Fact.REPORTS_FOR_NO_BOARD: "it reports a number of solutions that is right for no board",
    Fact.SAYS_SOLVABLE: "it says of a board the contrary of the truth",
    Fact.STOPS_WITH_ERROR: "it stops with an error",
}
"""The headings of facts whose sentence has details before its first colon."""

WOULD_BE_RIGHT = {
    Task.ONE: "it gives at most one solution per board; each is valid, so it would be right if "
    "one were asked for (--task one)",
    Task.COUNT: f"{COUNTS}; they are correct, so it would be right if counts were asked for "
    "(--task count)",
}

EARLY_ENDS = {
    EarlyEnd.CUT: "a cut or once/1",
    EarlyEnd.RETURN: "an early return, or code that takes only the first solution,",
    EarlyEnd.ESCAPE: "code that ends the search, or that takes only the first solution,",
}

OTHER = {"row": "column", "column": "row"}

MOST_NAMED = 8
"""The most functions or predicates that a sentence lists."""


def words(found: Finding, submission: Submission) -> str:
    """The sentence of a finding about this program."""
    sentence = _by_lines(WORDS[found.fact]) if "by_lines" in found.details else WORDS[found.fact]
    details = {name: _shown(name, found, submission) for name in found.details}
    return sentence.format(n=found.n, **{**_derived(found, submission), **details})


def heading(found: Finding) -> str:
    """The finding without its details, as a heading for many programs."""
    sentence = HEADINGS.get(found.fact) or WORDS[found.fact].partition(": ")[0]
    return _by_lines(sentence) if "by_lines" in found.details else sentence


def _by_lines(sentence: str) -> str:
    """The sentence with "row" and "column" exchanged, for boards that are read line by line."""
    return re.sub(r"\b(row|column)(?=s?\b)", lambda each: OTHER[each[0]], sentence)


def _derived(found: Finding, submission: Submission) -> dict[str, str]:
    """The words that the program or several details decide, for the format strings."""
    details = found.details
    number = details.get("lost", len(details.get("names", ())))
    return {
        "are": "is" if number == 1 else "are",
        "solutions": "solution" if details.get("number") == 1 else "solutions",
        "advice": advice(submission),
    }


def _shown(name: str, found: Finding, submission: Submission) -> Any:
    """The detail ``name`` in words."""
    value = found.details[name]
    show = SPECIAL.get((found.fact, name))
    if show:
        return show(found.details, submission)
    if isinstance(value, Finding):
        return words(value, submission)
    if isinstance(value, CallPlan):
        return plan_words(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def _wrong_counts(details: Mapping[str, Any], _: Submission) -> str:
    sizes, given, known = zip(*details["given"], strict=True)
    said = "its counts are wrong" if details["asked"] else f"{COUNTS}, and they are wrong"
    counts = f"{', '.join(map(str, given))} instead of {', '.join(map(str, known))}"
    apart = {one - other for one, other in zip(given, known, strict=True)}
    always = ", always 1 too large" if apart == {1} else ""
    return f"{said}: for {sizes_in_words(sizes)}, they are {counts}{always}"


def _packages(details: Mapping[str, Any], _: Submission) -> str:
    names, error = details["names"], details["error"]
    if not names:
        return f"{NOT_AVAILABLE} ({error})"
    return (
        f"it needs {', '.join(names)}, which {'is' if len(names) == 1 else 'are'} not available "
        f"here (if installed, use --allow-packages {','.join(names)}): {error}"
    )


def _beside(details: Mapping[str, Any], _: Submission) -> str:
    names = ", ".join(details["names"])
    if "/" in names:
        return f"it loads {names}, but no folder is copied with it: move the files beside it"
    return (
        f"it loads {names}, not all of which are copied with it: move it and its files to a folder "
        "of their own, with at most 20 files beside it"
    )


def _nothing_to_call(details: Mapping[str, Any], submission: Submission) -> str:
    """A sentence for a program without a function that gives placements; it lists those it has."""
    is_prolog = submission.language is PROLOG
    entries = details["entries"]
    noun = "predicate" if is_prolog else "function"
    wanted = submission.entry or ""
    last = {part for each in entries for part in (each.name, each.name.rpartition(".")[2])}
    if wanted and wanted.split("/")[0] not in last:
        said = f"no {noun} is named {wanted}"
    else:
        said = f"no {noun} with a usual name takes n"
        if not details["unusual_entry"]:
            said = f"no {noun} takes n and gives placements"
    if not entries:
        return f"{said} (the program defines no {noun})"
    names = [f"{each.name}/{each.least}" if is_prolog else each.name for each in entries]
    more = ", ..." if len(names) > MOST_NAMED else ""
    return f"{said} (the program defines {', '.join(names[:MOST_NAMED])}{more})"


SPECIAL: dict[tuple[Fact, str], Callable[[Mapping[str, Any], Submission], str]] = {
    (Fact.WRONG_COUNTS, "given"): _wrong_counts,
    (Fact.FIRST_ONLY, "ends"): lambda details, _: EARLY_ENDS[details["ends"]],
    (Fact.ENDS_EARLY, "ends"): lambda details, _: EARLY_ENDS[details["ends"]],
    (Fact.NEEDS_PACKAGES, "names"): _packages,
    (Fact.NEEDS_FILES_BESIDE, "names"): _beside,
    (Fact.NOTHING_TO_CALL, "entries"): _nothing_to_call,
    (Fact.NOTHING_TO_CALL, "unusual_entry"): lambda details, _: (
        f" (to judge {details['unusual_entry']}, whose answers are wrong, use --entry "
        f"{details['unusual_entry']})"
        if details["unusual_entry"]
        else ""
    ),
    (Fact.NOT_A_PLACEMENT, "rejected"): lambda details, _: rejected_words(details["rejected"]),
    (Fact.DUPLICATES, "every"): lambda details, _: (
        "every solution" if details["every"] else "some solutions"
    ),
    (Fact.WRONG_LENGTHS, "lengths"): lambda details, _: " or ".join(map(str, details["lengths"])),
    (Fact.WOULD_BE_RIGHT, "task"): lambda details, _: WOULD_BE_RIGHT[details["task"]],
    (Fact.UNKNOWN_FORMAT, "example"): lambda details, _: (
        f", for example {details['example']}{signs_words(details['example'])}"
        if details["example"]
        else ""
    ),
    (Fact.NOT_INTERPRETED, "beside"): lambda details, submission: (
        f"{words(details['beside'], submission)}, and " if details["beside"] else ""
    ),
}
"""The details with a function of their own that puts them into words."""


def advice(submission: Submission) -> str:
    """Advice to the author of a program in which no function could be called with n."""
    if submission.language is PROLOG:
        said = "add a predicate n_queens(N, Queens) that gives one solution after the other"
    else:
        said = "add a function that takes only n, such as n_queens(n), and returns all solutions"
    if not STDIN.search(submission.text):
        return said
    return f"{said} (or give it all its input with --input TEXT, in which {{n}} is n)"


def plan_words(plan: CallPlan) -> str:
    """The way in which the check calls or runs the program, in words."""
    call = plan.call.replace(SIZE, "n")
    parts = [f"called as {call}" if call else "run as a program"]
    if plan.reads_n:
        parts.append("n is given on standard input and on the command line")
    return "; ".join(parts)
