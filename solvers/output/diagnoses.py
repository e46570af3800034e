"""The words of a diagnosis: a sentence and a heading for each mistake."""

from __future__ import annotations

from solvers.errors import printable
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.output.messages import listed

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
    Mistake.NONE_FOUND: "it found no solution",
    Mistake.NO_TEST: "no test rejects a queen, so it gives every placement with one queen per "
    "column",
    Mistake.FIRST_ROW_ONLY: "in the {first} column, it tries only the first row",
    Mistake.FIRST_ROW_NEVER: "in the {first} column, it never tries the first row",
    Mistake.FIRST_OF_EACH_ROW: "for each row of the {first} column, it finds only one solution",
    Mistake.NONE_ABOVE_1: "it finds no solution for n > 1",
    Mistake.WRONG_COUNTS: "its numbers are wrong: {counts}",
    Mistake.REMEMBERS: "a second call in the same program gives other answers: something is kept "
    "from one call to the next; this verdict is about calls in a fresh program",
    Mistake.ALL_THE_SAME: "its answers are all the same: {times} for n = {n}",
    Mistake.DUPLICATES: "it gives solutions more than once: for n = {n}, up to {times} times",
    Mistake.SYMMETRIC_MISSING: f"{SYMMETRIC}: rotations or reflections",
    Mistake.SOME_MISSING: "some solutions are missing: it finds {found} of {known} for n = {n}",
    Mistake.MULTIPLIED: "it gives each board several times: {times} times for n = {n}; {names}",
    Mistake.PARTLY_MULTIPLIED: "it gives some boards several times: up to {times} times for "
    "n = {n}; {names}",
    Mistake.UNORDERED: "it gives each board in several orders of its squares: {times} times for "
    "n = {n}",
    Mistake.OPTIMISES: "without its objective, it gives all solutions: clingo gives the best "
    "answer sets only",
}
"""The sentence of each mistake, as a format string; the facts of one program follow a colon."""

MOST_COUNTS = 3
"""The most wrong numbers that a sentence names."""


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
    if not names:
        return "nothing that the engine shows differs"
    return f"{listed(names)} {'differs' if len(names) == 1 else 'differ'}"


def heading(found: Diagnosis) -> str:
    """The mistake without the facts of one program, as a heading for several."""
    return _oriented(WORDS[found.mistake].partition(":")[0], found)


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
