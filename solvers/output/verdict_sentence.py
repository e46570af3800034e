"""The verdict on all runs of a comparison, in one sentence that names its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solvers.errors import printable
from solvers.execution.result import Run, Status
from solvers.output.messages import MOST_NAMED, counted, fault_words, listed
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import (
    Agreement,
    Comparison,
    CountRemark,
    Evidence,
    Judgement,
    Verdict,
)

if TYPE_CHECKING:
    from solvers.referee.certificate import Proof


def verdict_word(comparison: Comparison) -> str:
    """The word for the verdict on all runs; ``correct`` for a single run or one solution."""
    if all(map(is_unconfirmed, comparison.judgements)):
        return "complete, unconfirmed"
    alone = len(comparison.judgements) == 1 or comparison.problem.goal is Goal.FIRST
    agreed = comparison.agreement is Agreement.IDENTICAL
    return str(Verdict.CORRECT if alone and agreed else comparison.agreement)


def is_unconfirmed(judgement: Judgement) -> bool:
    """Whether the run is complete and without faults, but without evidence."""
    return judgement.remark is CountRemark.UNCONFIRMED


def verdict_line(comparison: Comparison) -> str:
    """The word for the verdict, and the sentence."""
    return f"{verdict_word(comparison)}: {verdict_sentence(comparison)}"


def verdict_sentence(comparison: Comparison) -> str:
    """The verdict without its word: wrong runs, correct ones, then those without a result."""
    clauses = [
        f"{printable(wrong.run.backend)} is wrong ({fault_words(wrong, comparison.problem)})"
        for wrong in _with_verdict(comparison, Verdict.WRONG)
    ]
    unconfirmed = filter(is_unconfirmed, comparison.judgements)
    if correct := _with_verdict(comparison, Verdict.CORRECT) or [*unconfirmed]:
        clauses.append(_correct_runs(comparison, correct))
    return f"{'; '.join([*clauses, *_other_runs(comparison)])}."


def _with_verdict(comparison: Comparison, *verdicts: Verdict) -> list[Judgement]:
    return [one for verdict in verdicts for one in comparison.judgements if one.verdict is verdict]


def _other_runs(comparison: Comparison) -> Iterator[str]:
    """The clauses about runs without a result: stopped, not proven, not read, not possible here."""
    without = _with_verdict(comparison, Verdict.PARTIAL, Verdict.NOT_JUDGED)
    runs = [one.run for one in without if not is_unconfirmed(one)]
    unread = [one.run for one in comparison.judgements if one.run.unread]
    absent = [run for run in runs if run.status is Status.UNAVAILABLE]
    complete = [run for run in runs if run.status is Status.COMPLETE]
    unproven = [run for run in complete if not run.unread]
    stopped = [run for run in runs if run not in absent and run not in complete]
    if stopped:  # the lines below the verdict name each of them
        names = [f"{printable(run.backend)} ({run.status})" for run in stopped]
        told = listed(names) if len(names) <= MOST_NAMED else str(len(names))
        yield f"{told} did not finish"
    if unproven:
        result = "its result is" if len(unproven) == 1 else "their results are"
        yield f"{_names(unproven)} finished, but {result} not proven"
    if unread:
        yield f"the answers of {_names(unread)} are not read"
    if absent:
        yield f"{_names(absent)} cannot run here"


def _names(runs: Sequence[Run]) -> str:
    return listed([printable(run.backend) for run in runs])


def _correct_runs(comparison: Comparison, correct: Sequence[Judgement]) -> str:
    """The clause about the correct runs, with the evidence that no solution is missing."""
    if comparison.problem.goal is Goal.FIRST:
        return _first_solutions(comparison, correct)
    number, board = correct[0].run.solutions, board_without_count(comparison.problem)
    solutions = counted(number, "solution") if number else "no solution"
    if number and len(correct) > 1:
        only = f"the {'one' if comparison.proof else 'same'} solution"
        solutions = only if number == 1 else f"the same {solutions}"
    found = f"{_correct_backends(comparison, correct)} found {solutions}"
    if comparison.proof:
        none = "and there are no others" if number else "and there is none"
        return f"{found}, {none} ({proof_words(comparison.proof)})"
    if comparison.evidence is Evidence.KNOWN_COUNT:
        return f"{found}, the known count (OEIS A000170)"
    if comparison.evidence is Evidence.AGREEMENT:
        return f"{found} (they agree; no count is known for {board})"
    valid = ", valid and distinct" if number else ""
    alone = "" if len(correct) == 1 else ", and programs that are not of the suite prove nothing"
    unchecked = f"completeness is not checked: no count is known for {board}{alone}"
    return f"{found}{valid}; {unchecked}; {_more_evidence(comparison)}"


def _first_solutions(comparison: Comparison, correct: Sequence[Judgement]) -> str:
    """The clause about the correct runs, for the goal of one solution."""
    if comparison.evidence is Evidence.SOLUTION:
        return f"{_correct_backends(comparison, correct)} found a valid solution"
    who = _correct_backends(comparison, correct)
    report = f"{who} report{'s' if len(correct) == 1 else ''} that no solution exists"
    if comparison.proof:
        return f"{report} ({proof_words(comparison.proof)})"
    if comparison.evidence is Evidence.KNOWN_COUNT:
        return f"{report}, which is a known result"
    if comparison.evidence is Evidence.AGREEMENT:
        return f"{report} (they agree; there is no proof)"
    return f"{report}; no second search confirms this; {_more_evidence(comparison)}"


def _correct_backends(comparison: Comparison, correct: Sequence[Judgement]) -> str:
    """The name of a single correct backend, or else the words for their number."""
    if len(correct) == 1:
        return printable(correct[0].run.backend)
    if len(correct) < len(comparison.judgements):
        return f"{len(correct)} backends"
    return "both backends" if len(correct) == 2 else f"all {len(correct)} backends"


def _more_evidence(comparison: Comparison) -> str:
    """The ways to evidence, where there is none."""
    prove = ", or prove it with --certify"
    return f"add one more backend of the suite{prove if comparison.provable else ''}"


def proof_words(proof: Proof) -> str:
    """The number of squares that the checked proof shows to be attacked or blocked, in words."""
    return f"proof checked: {counted(proof.attacked + proof.blocked, 'step')}"


def board_without_count(problem: Problem) -> str:
    """The reason why the number of solutions is unknown, as an object: "a board with a prefix"."""
    if problem.colours:
        return "a coloured board"
    if problem.blocked:
        return "a board with blocked squares"
    return "a board with a prefix" if problem.prefix else f"n = {problem.n}"
