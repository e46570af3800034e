"""By what two wrong programs are known to be alike: the same answers, wrong in an unusual way."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from solvers.execution.ending import Status
from solvers.grading.call_result import CallResult
from solvers.grading.diagnosis.explanations import LOST, ONE_ONLY
from solvers.grading.diagnosis.mistakes import MISTAKES

USUAL = (ONE_ONLY, LOST, *(mistake.text for mistake in MISTAKES))
"""What many programs get wrong without having anything to do with one another."""


def fingerprint(evidence: Mapping[int, CallResult], diagnosis: Sequence[str]) -> str:
    """A short text that only programs with the same answers have; nothing where that is usual.

    The order of the answers does not count.
    """
    complete = {n: one for n, one in evidence.items() if one.run.status is Status.COMPLETE}
    if not complete or any(text in line for text in USUAL for line in diagnosis):
        return ""
    answers = [(n, sorted(map(repr, one.emitted))) for n, one in sorted(complete.items())]
    if not any(found for _, found in answers):
        return ""
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:16]
