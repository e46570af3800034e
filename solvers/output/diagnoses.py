"""The words of a diagnosis: a sentence and a heading for each mistake."""

from __future__ import annotations

from solvers.errors import printable
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.output.messages import listed

LIKE = "its answers are those of a program that"
HALF = "it gives only the solutions whose first queen is in the first half of the {row}s"
FIRST = "the solutions whose queen in the first {column} is in the first {row}"

WORDS: dict[Mistake, str] = {
    Mistake.NO_DIAGONALS: f"{LIKE} compares only {{row}}s: every permutation",
    Mistake.NO_ROWS: f"{LIKE} compares diagonals, but not {{row}}s",
    Mistake.NO_RISING_DIAGONAL: f"{LIKE} leaves out the diagonal that goes up to the right",
    Mistake.NO_FALLING_DIAGONAL: f"{LIKE} leaves out the diagonal that goes down to the right",
    Mistake.NEIGHBOURS_ONLY: f"{LIKE} compares each queen only with the neighbouring {{column}}",
    Mistake.HALF_WITHOUT_MIDDLE: f"{HALF}, without the middle {{row}}",
    Mistake.HALF_WITH_MIDDLE: f"{HALF}, with the middle {{row}}",
    Mistake.NONE_FOUND: "it found no solution",
    Mistake.NO_TEST: "nothing is rejected: it gives every placement with one queen per {column}",
    Mistake.FIRST_ROW_ONLY: f"it gives only {FIRST}",
    Mistake.FIRST_ROW_NEVER: f"it gives all solutions but {FIRST}",
    Mistake.FIRST_OF_EACH_ROW: "for each {row} of the first {column}, it gives only one solution",
    Mistake.NONE_ABOVE_1: "it finds no solution for n > 1",
    Mistake.WRONG_COUNTS: "its numbers are wrong: {counts}",
    Mistake.REMEMBERS: "a second call in the same program gives other answers: something is kept "
    "from one call to the next; this verdict is about the first call in a fresh program",
    Mistake.ALL_THE_SAME: "its answers are all the same: {times} for n = {n}{same}",
    Mistake.DUPLICATES: "it gives solutions more than once: for n = {n}, up to {often}",
    Mistake.SYMMETRIC_MISSING: "each missing solution is a rotation or a reflection of one that it "
    "gives",
    Mistake.SOME_MISSING: "some solutions are missing: it finds {found} of {known} for n = {n}",
    Mistake.MULTIPLIED: "it gives boards several times: up to {often} for n = {n}; {names}",
    Mistake.UNORDERED: "it gives each board in several orders of its squares: {often} for n = {n}",
    Mistake.EXCLUDED: "one constraint or rule excludes a solution: {lines} alone excludes "
    "{board}; without it, this is a solution of the model",
    Mistake.ALL_HOLD: "its constraints allow wrong boards: {board} satisfies all constraints of "
    "the model, {lines}",
}
"""The sentence of each mistake, as a format string: its heading, and after a colon the facts."""

MOST_COUNTS = 3
"""The most wrong numbers that a sentence names."""


def diagnosis_words(found: Diagnosis) -> str:
    """The sentence about a mistake."""
    return _formatted(WORDS[found.mistake], found)


def heading(found: Diagnosis) -> str:
    """The mistake without the facts of one program, as a heading for several."""
    return _formatted(WORDS[found.mistake].partition(":")[0], found)


def _formatted(template: str, found: Diagnosis) -> str:
    """The words with the facts; in a drawn board, rows and columns are exchanged."""
    wrong = [each for each in found.counts if each[1] != each[2]]
    drawn = "solution" if found.mistake is Mistake.EXCLUDED else "wrong board"
    names, lines = [*map(printable, found.names)], [*map(str, found.lines or (0,))]
    return template.format(
        row="column" if found.by_lines else "row",
        column="row" if found.by_lines else "column",
        n=found.n,
        found=found.found,
        known=found.known,
        times=found.times,
        same=", one and the same list" if found.one_list else "",
        often="twice" if found.times == 2 else f"{found.times} times",
        counts="; ".join(
            f"for n = {n} it gives {given:,}, but there {'is' if known == 1 else 'are'} {known:,}"
            for n, given, known in wrong[:MOST_COUNTS]
        ),
        names=f"{listed(names)} {'differs' if len(names) == 1 else 'differ'}"
        if names
        else "nothing that the engine shows differs",
        lines=f"line{'s' if len(lines) > 1 else ''} {listed(lines)}",
        board=[*found.board] or f"the first {drawn} for n = {found.n}",
    )
