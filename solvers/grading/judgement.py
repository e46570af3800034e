"""The referee's judgement of the answers for each n, and whether they fulfil the task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from solvers.execution.result import Cause, Ending, Run, Status
from solvers.grading.answer import Answer
from solvers.grading.given import problem_of, solutions_among, solutions_known, solutions_of
from solvers.grading.language import PYTHON, Language
from solvers.grading.reading import AnswersRead
from solvers.grading.result import SizeResult
from solvers.grading.returned import BoardAnswer, NoPlacement
from solvers.grading.submission import Task
from solvers.puzzle.packing import DRAWN, REJECTED_KEPT, Fault, Flaw, Packer, RejectedOutput, pack
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict


def judged_sizes(read: AnswersRead, task: Task, language: Language) -> dict[int, SizeResult]:
    """The answer for each n with its judgement; without one where nothing was read."""
    sizes = {n: SizeResult(answer) for n, answer in read.answers.items()}
    for n, number in read.numbers.items():
        if number is not None:
            passed = number == solutions_known(n)
            verdict = Verdict.CORRECT if passed else Verdict.WRONG
            judgement = Judgement(read.answers[n].run, verdict, dict.fromkeys(Fault, 0))
            sizes[n] = SizeResult(read.answers[n], judgement, number, passed)
    if read.boards:
        for n, boards in read.boards.found.items():
            if boards is not None and n in sizes:
                packed = packed_answers(boards, n, language)
                sizes[n] = _judged_boards(read.answers[n], packed, task)
    return sizes


def _judged_boards(answer: Answer, packed: Packer, task: Task) -> SizeResult:
    run = replace(
        answer.run,
        placements=packed.placements(),
        rejected=tuple(packed.rejected),
        rejected_counts=packed.rejected_counts,
    )
    if answer.raised:  # the boards were read, and their judgement is asked for
        run = replace(run, ending=Ending(Cause.DONE))
    judgement = _judgement_of_all(answer.n, run)
    passed = fulfils(task, answer.n, judgement)
    if task is Task.ONE:
        missing = int(judgement.verdict is not Verdict.CORRECT and not run.solutions)
        judgement = replace(
            judgement,
            faults={**judgement.faults, Fault.MISSING: missing},
            verdict=Verdict.CORRECT if passed else Verdict.WRONG,
        )
    return SizeResult(answer, judgement, passed=passed)


def packed_answers(found: Iterable[BoardAnswer], n: int, language: Language = PYTHON) -> Packer:
    """The answers for n, packed; those that are no placements are counted as rejected."""
    packer, odd = Packer(n), []
    for each in found:
        if isinstance(each, NoPlacement):
            odd.append(each)
        else:
            packer.add(each)
    shown = [
        RejectedOutput(Flaw.NO_PLACEMENT, each.shown(language), n, DRAWN if each.drawn else "")
        for each in odd[:REJECTED_KEPT]
    ]
    packer.refuse(shown, {Fault.INVALID: len(odd)} if odd else {})
    return packer


def _judgement_of_all(n: int, run: Run) -> Judgement:
    """The referee's judgement of a run that should give all solutions for n."""
    proof, problem = None, problem_of(n)
    if problem.known_count is None:
        from solvers.referee.certificate import Proof

        proof = Proof(problem, pack(sorted(solutions_of(n)), n).placements(), 0, 0, 0)
    (judgement,) = crosscheck(problem, [run], proof=proof).judgements
    return judgement


def fulfils(task: Task, n: int, judgement: Judgement) -> bool:
    """Whether the placements of a complete run for n are an answer to the task."""
    if task is Task.COUNT:  # boards are no number
        return False
    if task is Task.ALL:
        return judgement.verdict is Verdict.CORRECT
    if judgement.run.status is not Status.COMPLETE:
        return False
    placements = judgement.run.placements
    is_one = judgement.run.solutions == len(placements) == min(1, solutions_known(n))
    return is_one and solutions_among(placements, n) == len(placements)


def fulfils_another(task: Task, n: int, size: SizeResult) -> bool:
    """Whether the answers for n, judged for one task, are an answer to this other one."""
    return size.judgement is not None and fulfils(task, n, _judgement_of_all(n, size.judgement.run))
