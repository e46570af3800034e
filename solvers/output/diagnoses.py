"""The words of a diagnosis: a sentence, a heading and a hint for each mistake."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.errors import printable
from solvers.grading.mistakes import Diagnosis, Mistake

SYMMETRIC = "it leaves out symmetric solutions"
HALF = f"{SYMMETRIC}: in the {{first}} column, it tries only the first half of the rows"

WORDS: dict[Mistake, str] = {
    Mistake.NO_DIAGONALS: "it compares only rows, not diagonals, so it gives every permutation",
    Mistake.NO_ROWS: "it compares diagonals, but not rows",
    Mistake.NO_RISING_DIAGONAL: "it does not check the diagonal that goes up to the right",
    Mistake.NO_FALLING_DIAGONAL: "it does not check the diagonal that goes down to the right",
    Mistake.NEIGHBOURS_ONLY: "it compares each queen only with the neighbouring column",
    Mistake.HALF_WITHOUT_MIDDLE: f"{HALF}, without the middle row",
    Mistake.HALF_WITH_MIDDLE: f"{HALF}, with the middle row",
    Mistake.NONE_FOUND: "it found no solution: look at the rows that it tries, at its test of two "
    "queens, and at its answer for a full board",
    Mistake.NO_TEST: "no test rejects a queen, so it gives every placement with one queen per "
    "column",
    Mistake.FIRST_ROW_ONLY: "in the {first} column, it tries only the first row",
    Mistake.FIRST_ROW_NEVER: "in the {first} column, it never tries the first row",
    Mistake.FIRST_OF_EACH_ROW: "for each row of the {first} column, it finds only one solution: "
    "look for a return, a break or a cut",
    Mistake.NONE_ABOVE_1: "it finds no solution for n > 1: look at the rows that it tries, and at "
    "its test of two queens",
    Mistake.WRONG_COUNTS: "{counts}",
    Mistake.REMEMBERS: "a second call in the same program gives other answers: something is kept "
    "from one call to the next; this verdict is about calls in a fresh program",
    Mistake.ALL_THE_SAME: "its {times} answers for n = {n} are all the same: perhaps it stores one "
    "list or vector, which changes later; store a copy of each answer",
    Mistake.DUPLICATES: "it gives each solution, but some more than once (for n = {n}, up to "
    "{times} times)",
    Mistake.SYMMETRIC_MISSING: f"{SYMMETRIC}: rotations or reflections",
    Mistake.SOME_MISSING: "it finds {found} of {known} solutions for n = {n}",
    Mistake.MULTIPLIED: "each board comes {times} times for n = {n}: {names}",
    Mistake.PARTLY_MULTIPLIED: "some boards come more than once, up to {times} times for n = {n}: "
    "{names}",
    Mistake.UNORDERED: "each board comes {times} times for n = {n}, with its squares in another "
    "order",
    Mistake.OPTIMISES: "without its objective, it gives all solutions: clingo gives the best "
    "answer sets only",
}
"""The sentence of each mistake, as a format string for the facts of the diagnosis."""

MOST_COUNTS = 3
"""The most wrong numbers that a sentence names."""

HEADINGS = {
    Mistake.WRONG_COUNTS: "its numbers are wrong",
    Mistake.ALL_THE_SAME: "its answers are all the same",
    Mistake.DUPLICATES: "it gives solutions more than once",
    Mistake.MULTIPLIED: "it gives each board several times",
    Mistake.PARTLY_MULTIPLIED: "it gives some boards several times",
    Mistake.UNORDERED: "it gives each board in several orders of its squares",
    Mistake.SOME_MISSING: "some solutions are missing",
}
"""The headings of mistakes whose sentence has facts of one program."""

HINTS: dict[str, set[Mistake]] = {
    "Write down two queens on one diagonal: what do both have in common, the sum or the difference "
    "of row and column?": {Mistake.NO_DIAGONALS},
    "Print one answer: do two of its queens share a row?": {Mistake.NO_ROWS, Mistake.NO_TEST},
    "Test your rule with two queens that touch at a corner: once the right one is the lower of "
    "them, once the higher.": {Mistake.NO_RISING_DIAGONAL, Mistake.NO_FALLING_DIAGONAL},
    "Test two queens that are two columns apart: does your program compare them?": {
        Mistake.NEIGHBOURS_ONLY
    },
    "Where does your search stop after the first solution? Continue there.": {
        Mistake.FIRST_OF_EACH_ROW
    },
    "Where does your program store a solution? Can it store the same solution twice?": {
        Mistake.DUPLICATES
    },
    "Run your program for n = 1, where the only board is a solution: which rows does it try, and "
    "does a test reject the board?": {Mistake.NONE_FOUND},
    "Find the line that stores an answer: does it store a copy, or the list that your program goes "
    "on changing?": {Mistake.ALL_THE_SAME},
    "Which rows do you try in the {first} column? Try all of them.": {
        *(Mistake.HALF_WITHOUT_MIDDLE, Mistake.HALF_WITH_MIDDLE, Mistake.SYMMETRIC_MISSING),
        *(Mistake.FIRST_ROW_ONLY, Mistake.FIRST_ROW_NEVER),
    },
    "Place the first queens of a missing solution by hand: where does your search leave them?": {
        Mistake.SOME_MISSING
    },
    "Place the queens of a missing solution one after another: which test of your program rejects "
    "one of them?": {Mistake.NONE_ABOVE_1},
}
"""The hints about the next step; each with the mistakes that it helps with."""


def diagnosis_words(found: Diagnosis) -> str:
    """The sentence about a mistake. In a drawn board, rows and columns are exchanged."""
    wrong = [each for each in found.counts if each[1] != each[2]]
    counts = "; ".join(
        f"for n = {n} it gives {given:,}, but there {'is' if known == 1 else 'are'} {known:,}"
        for n, given, known in wrong[:MOST_COUNTS]
    )
    words = WORDS[found.mistake].replace("{counts}", counts)
    return _oriented(words.replace("{names}", _of_names(found)), found).replace(
        " 2 times", " twice"
    )


def _of_names(found: Diagnosis) -> str:
    """The variables of a model that differ, with their verb."""
    names = [printable(name) for name in found.names]
    listed = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
    verb = "differs" if len(names) == 1 else "differ"
    return f"{listed} {verb}" if names else "nothing that the engine shows differs"


def heading(found: Diagnosis) -> str:
    """The mistake without the facts of one program, as a heading for several."""
    words = HEADINGS.get(found.mistake) or WORDS[found.mistake].partition(":")[0]
    return _oriented(words, found)


def hints(found: Iterable[Diagnosis]) -> list[str]:
    """The hints for these mistakes."""
    helped = [(hint, each) for hint in HINTS for each in found if each.mistake in HINTS[hint]]
    return [*dict.fromkeys(_oriented(hint, each) for hint, each in helped)]


def _oriented(words: str, diagnosis: Diagnosis) -> str:
    """The words with the facts, rows and columns as the program draws them."""
    words = words.format(
        first="last" if diagnosis.mirrored else "first",
        n=diagnosis.n,
        found=diagnosis.found,
        known=diagnosis.known,
        times=diagnosis.times,
    )
    if diagnosis.by_lines:
        words = words.replace("row", "\0").replace("column", "row").replace("\0", "column")
    return words
