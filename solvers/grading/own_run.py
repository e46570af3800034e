"""The claims that a program makes outside the judged call: in its main part, by a second solver.

A right function does not make a program right. So the suite also runs the program's main part and
reads its output, and asks another function that has a usual name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from solvers.execution.result import Cause, Status
from solvers.grading.answers.answer_format import Claim
from solvers.grading.call_result import CallResult
from solvers.grading.calls import (
    READS,
    SIZE_NAME,
    STDIN,
    CallPlan,
    has_usual_name,
    other_solvers,
    plain_call,
    size_variables,
)
from solvers.grading.finding import Fact, finding
from solvers.grading.result import read_together
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.submission import Submission, Task
from solvers.grading.trial import USUAL_ONLY_N, Trial
from solvers.puzzle.problem import KNOWN_COUNTS

READS_N = CallPlan(reads_n=True)
"""Starts the program and gives it n."""

WITHOUT_N = CallPlan(without_n=True)
"""Runs a program that takes no n."""

BY_DEFAULT = CallPlan(without_n=True, promises_solutions=False)
"""Runs a program that can take n, but gives it none."""

BY_DEFAULT_SECONDS = 5.0
"""The time limit of a run BY_DEFAULT."""

MOST_SPECIAL_SIZES = 2
"""The most sizes that are taken from comparisons in the source."""

SIZE_COMPARISON = re.compile(
    rf"(?i)\b{SIZE_NAME}\s*(==|=:=|<=?|=<|in)\s*[(\[{{]?(\d)\b|\((=|<=?)\s+{SIZE_NAME}\s+(\d)\s*\)"
)
"""Matches a comparison of the size with a digit: the program may treat some sizes apart."""

INPUT_SIZES = (5, 6)
"""The sizes given to a program that reads n: one odd, one even, both with few solutions."""

SECOND_SOLVER_SIZES = (4, 5, 6)
"""The sizes for which the suite asks a second solver."""

MAIN_PART = re.compile(
    r"__main__|initialization\s?\([^\n]{0,80}\bmain\s?\)|\(module[+*]?\s{1,9}main\b"
)
"""Matches the beginning of a program's main part."""


OWN_ERRORS = re.compile(
    r"\b(?:Index|Key|Type|Attribute|ZeroDivision|Recursion|Name|UnboundLocal|Assertion)Error\b"
)
"""Matches the Python errors that are the program's fault wherever it runs."""


def read_claims(
    text: str, n: int | None = None, sizes: Sequence[int] = (), *, of_counts: bool = False
) -> list[Claim]:
    """The claims in a printed text; the arguments are those of ``own_claims``."""
    if not text.strip():
        return []
    from solvers.grading.answers.own_output import own_claims

    return own_claims(text, n, sizes, of_counts=of_counts)


@dataclass(slots=True)
class OwnRun:
    """The run of a program's main part; the end of the ``with`` block ends its processes."""

    trial: Trial
    largest: int
    _waiting: dict[tuple[CallPlan, int], RunningSubmission] = field(default_factory=dict)
    """The processes that have not been asked yet, by plan and n."""

    stopped_at: int = 0
    """The n for which a run was stopped; 0: none."""

    printed: str = ""
    """The output of all runs."""

    read_n: bool = False
    """Whether the program read the given n and printed claims about it."""

    _claims: list[Claim] | None = None

    def __enter__(self) -> OwnRun:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._waiting.values():
            program.close()

    @property
    def sizes(self) -> list[int]:
        """The sizes given to the program, if it reads n."""
        return [n for n in INPUT_SIZES if n <= self.largest] or [self.largest]

    @property
    def special_sizes(self) -> list[int]:
        """Other sizes to try: those that the source compares with n, and USUAL_ONLY_N.

        A comparison with ``<`` or ``<=`` gives 1 and the largest size for which it is true.
        """
        found = set[int]()
        for groups in SIZE_COMPARISON.findall(self.submission.text):
            sign, number = filter(None, groups)
            last = int(number) - (sign == "<")
            found |= {1, last} if "<" in sign and last > 0 else {last}
        some = [n for n in sorted(found - {*self.sizes}) if 0 < n <= self.largest][
            :MOST_SPECIAL_SIZES
        ]
        usual = [USUAL_ONLY_N] if self.largest >= USUAL_ONLY_N else []
        return list(dict.fromkeys([*some, *usual]))

    @property
    def needs_own_run(self) -> bool:
        """Whether the main part needs its own run, because the judged call is of a function."""
        plan = self.trial.plan
        return bool(plan.entry) and not plan.needs_new_process and not self.trial.cannot_be_asked

    @property
    def submission(self) -> Submission:
        """The submission, with the language that the trial chose."""
        return self.trial.program.submission

    @property
    def reads_input(self) -> bool:
        """Whether the program reads standard input or its command line."""
        return READS.search(self.submission.text) is not None

    @property
    def may_have_default_size(self) -> bool:
        """Whether the program reads only its command line, and so may have a default size."""
        return self.reads_input and not STDIN.search(self.submission.text)

    def start(self) -> None:
        """Start a process for each run of the main part ahead of time."""
        if self.needs_own_run and self.reads_input:
            for n in (*self.sizes, *self.special_sizes):
                self._start(READS_N, n)
            if self.may_have_default_size:
                self._start(BY_DEFAULT, self.sizes[0])
        elif self.needs_own_run and MAIN_PART.search(self.submission.text):
            self._start(WITHOUT_N, self.sizes[0])

    def _start(self, plan: CallPlan, n: int) -> RunningSubmission:
        judged = self.trial.program
        limits = judged.limits
        if plan == BY_DEFAULT:
            seconds = min(limits.seconds, BY_DEFAULT_SECONDS)
            limits = replace(limits, seconds=seconds, startup_seconds=seconds)
        program = RunningSubmission(judged.submission, limits, judged.sandbox, judged.options)
        self._waiting[plan, n] = program
        program.start(plan, n)
        return program

    @property
    def claims(self) -> list[Claim]:
        """The claims that the main part prints; the first request runs the main part."""
        if self._claims is None:
            self._claims = self._read_claims()
        return self._claims

    def _read_claims(self) -> list[Claim]:
        text, plan = self.submission.text, self.trial.plan
        named = sorted({n for _, n in size_variables(self.submission.suffix, text)})
        of_counts = self.trial.program.options.task is Task.COUNT
        claims = partial(read_claims, sizes=named, of_counts=of_counts)
        if not self.needs_own_run:
            is_whole = plan.without_n and not plan.entry
            return claims(self.trial.outcome.answers.printed) if is_whole else []
        if self.reads_input:
            asked = {n: self._ask(READS_N, n) for n in self.sizes}
            if all(outcome.run.status is Status.COMPLETE for outcome in asked.values()):
                printed = {n: outcome.answers.printed for n, outcome in asked.items()}
                # A program that prints the same for every size did not read n.
                if len(printed) == 1 or len(set(printed.values())) > 1:
                    printed |= self._printed_for_special_sizes()
                    found = _with_unambiguous_parts(
                        [claim for n in printed for claim in claims(printed[n], n)]
                    )
                    self.read_n = bool(found)
                else:
                    found = claims(printed[self.sizes[0]])
                if found:  # without claims, it may expect n elsewhere, and have a default
                    return [*found, *(claims(self._printed_by_default()) if self.read_n else ())]
            elif any(outcome.run.ending.cause is not Cause.FAILED for outcome in asked.values()):
                return []
        if self.reads_input or MAIN_PART.search(text):
            outcome = self._ask(WITHOUT_N, self.sizes[0])
            return [*claims(outcome.answers.printed), *self._own_error(outcome)]
        return claims(self.trial.loaded.printed)

    def _printed_for_special_sizes(self) -> dict[int, str]:
        """The output for each size of ``special_sizes``, without failures and rejections."""
        stopped_before = self.stopped_at
        asked = {n: self._ask(READS_N, n) for n in self.special_sizes}
        self.stopped_at = stopped_before
        complete = {n: each for n, each in asked.items() if each.run.status is Status.COMPLETE}
        return {n: each.answers.printed for n, each in complete.items() if not each.is_refusal}

    def _printed_by_default(self) -> str:
        """The output of a run without a size; "" if the program needs one or takes too long."""
        if not self.may_have_default_size:
            return ""
        stopped_before = self.stopped_at
        outcome = self._ask(BY_DEFAULT, self.sizes[0])
        self.stopped_at = stopped_before
        is_read = outcome.run.status is Status.COMPLETE and not outcome.answers.is_cut
        return outcome.answers.printed if is_read else ""

    def _own_error(self, outcome: CallResult) -> list[Claim]:
        """A claim if the main part stops with one of OWN_ERRORS, unless the program reads input."""
        error = outcome.load_error or outcome.run.ending.detail
        if self.reads_input or not OWN_ERRORS.search(error):  # it may lack its input
            return []
        return [Claim(finding(Fact.STOPS_WITH_ERROR, self.sizes[0], error=error))]

    def _ask(self, plan: CallPlan, n: int) -> CallResult:
        program = self._waiting.pop((plan, n), None)
        with program or self._start(plan, n) as program:
            outcome = program.ask(plan, n, is_last=True)
        self.printed += outcome.answers.printed
        if outcome.run.ending.cause not in {Cause.DONE, Cause.FAILED}:
            self.stopped_at = n
        return outcome


def _with_unambiguous_parts(claims: list[Claim]) -> list[Claim]:
    """The claims. A list of only some solutions is unambiguous if its length differs between sizes.

    A program that shows only the first few solutions lists equally many for each size.
    """
    listed = {
        claim.n: claim.finding.details["number"]
        for claim in claims
        if claim.finding.fact is Fact.LISTS_PART_OF_ALL
    }
    differs = len({*listed.values()}) > 1
    return [
        replace(claim, is_unambiguous=claim.is_unambiguous or (differs and claim.n in listed))
        for claim in claims
    ]


def claims_of_others(trial: Trial, largest: int) -> Iterator[Claim]:
    """A claim for each other solver that finds a solution, and also wrong answers or too few."""
    plan = trial.plan
    if not plan.calls_function_of_n or plan.needs_new_process or trial.only_n:
        return
    for name, is_sure in other_solvers(trial.program.submission, trial.loaded, plan):
        other = plain_call(trial.program.submission.language, name)
        asked = {n: trial.program.ask(other, n) for n in SECOND_SOLVER_SIZES if n <= largest}
        if any(outcome.run.status is not Status.COMPLETE for outcome in asked.values()):
            continue
        outcomes = read_together(asked)
        fits = {n: outcome.answers.fit(outcome.answer_format) for n, outcome in outcomes.items()}
        if not any(fit.right for fit in fits.values()):
            continue
        for n, fit in fits.items():
            if fit.items == fit.fitting and fit.right < fit.items:
                says = finding(Fact.OTHER_IS_WRONG, n, name=name)
                yield Claim(says, is_unambiguous=is_sure and has_usual_name(name))
            elif 1 < fit.right < KNOWN_COUNTS[n] and any(each.exact for each in fits.values()):
                yield Claim(finding(Fact.OTHER_FINDS_SOME, n, name=name, number=fit.right))
