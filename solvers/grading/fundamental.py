"""The task to find the essentially different solutions: any one of each class of symmetric ones."""

from __future__ import annotations

import re
from dataclasses import replace

from solvers.grading.finding import Fact, Finding, finding
from solvers.puzzle.packing import Fault, pack
from solvers.puzzle.placements import Packed, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Judgement, Witness

KNOWN_CLASSES = (1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787)
"""The number of classes for n = 0 to 12: OEIS A002562."""

LARGEST_EXAMPLE = 8
"""The largest n for which a missing class is shown."""

SAYS_SO = re.compile(
    r"fundamental|essentially[ _-]different|in-?equivalent|non-?equivalent|up to symmetr",
    re.IGNORECASE,
)
"""Matches a word that names this task."""

MAY_SAY_SO = re.compile(
    rf"{SAYS_SO.pattern}|uni(?:que|co)|distinct|symmetr|rotat|reflect", re.IGNORECASE
)
"""Matches a word that may name this task; it counts if the program gives one of each class."""

NAMED = r"(?:fundamental|essential|inequivalent|unique|distinct)"

NUMBER = re.compile(
    rf"\b(\d{{1,7}}) {{1,3}}(?:\w{{1,20}} {{1,3}}){{0,2}}{NAMED}"
    rf"|{NAMED}[^\d\n]{{1,40}}[:=] {{0,3}}(\d{{1,7}})\b",
    re.IGNORECASE,
)
"""Matches a number of classes with the word that names them."""


def classes_of(placements: Packed) -> set[object]:
    """The classes of those placements that are valid, each as a key."""
    from solvers.puzzle.symmetry import representatives

    return set(representatives(placements[is_valid(placements)]).tolist())


def finds_each_once(n: int, placements: Packed) -> bool:
    """Whether these solutions are exactly one of each class."""
    if n >= len(KNOWN_CLASSES) or len(placements) != KNOWN_CLASSES[n]:
        return False
    return len(placements) < 2 or len(classes_of(placements)) == KNOWN_CLASSES[n]


def judgement_with_faults(n: int, judgement: Judgement) -> Judgement:
    """The judgement on a program that fails this task, with missing and repeated classes."""
    placements = judgement.run.placements
    found = classes_of(placements)
    missing = KNOWN_CLASSES[n] - len(found) if n < len(KNOWN_CLASSES) else 0
    repeated = int(is_valid(placements).sum()) - len(found)
    faults = {**judgement.faults, Fault.MISSING: missing, Fault.DUPLICATE: repeated}
    witness = judgement.witness
    if witness is None or witness.fault in {Fault.MISSING, Fault.DUPLICATE}:
        witness = _missing(n, found) if missing else None
    return replace(judgement, faults=faults, witness=witness, pattern=None)


def _missing(n: int, found: set[object]) -> Witness | None:
    if n > LARGEST_EXAMPLE:
        return None
    from solvers.grading.diagnosis.mistakes import solutions_with
    from solvers.puzzle.symmetry import representatives, symmetry_classes

    classes = symmetry_classes(sorted(solutions_with(n)), n)
    packed = [placement for placement, _ in classes]
    keys = representatives(pack(packed, n).placements()).tolist()
    absent = [one for one, key in zip(packed, keys, strict=True) if key not in found]
    return Witness(Fault.MISSING, absent[0]) if absent else None


def is_number(number: int | None, n: int) -> bool:
    """Whether the number is that of the classes for n."""
    return n < len(KNOWN_CLASSES) and number == KNOWN_CLASSES[n]


def numbers_of_classes(text: str) -> list[int]:
    """The numbers of classes that a text reports."""
    return [int(match[1] or match[2]) for match in NUMBER.finditer(text)]


def false_number(printed: str) -> int | None:
    """A reported number that is right for no board; None if every number is right for one."""
    known = {*KNOWN_CLASSES, *KNOWN_COUNTS}
    return next((number for number in numbers_of_classes(printed) if number not in known), None)


def explained(n: int, placements: Packed) -> list[Finding]:
    """The findings on valid placements that are not exactly one of each class."""
    found, known = len(classes_of(placements)), KNOWN_CLASSES[n]
    said = []
    if alike := len(placements) - found:
        said.append(finding(Fact.ALIKE, n, number=alike))
    if found < known:
        said.append(finding(Fact.CLASSES_MISSING, n, lost=known - found, known=known))
    return said
