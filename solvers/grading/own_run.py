"""The claims of a program beside the judged function: in its own run, and by a second solver.

A right function does not make a program right: its main part is run, and all that it prints is
read; another function with a usual name may not answer otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from solvers.execution.result import Cause, Status
from solvers.grading.answers.answer_format import Claim
from solvers.grading.call_result import CallResult
from solvers.grading.calls import (
    NAME,
    READS,
    STDIN,
    CallPlan,
    has_usual_name,
    other_solvers,
    plain_call,
    size_variables,
)
from solvers.grading.finding import Fact, finding
from solvers.grading.probe import USUAL_FIXED, Probe
from solvers.grading.result import read_together
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.submission import Submission, Task
from solvers.puzzle.problem import KNOWN_COUNTS

STARTED = CallPlan(started=True)
"""The run of a program that reads n by itself."""

AS_IT_IS = CallPlan(fixed=True)

BY_DEFAULT = CallPlan(fixed=True, called_for=False)
"""The run of a program that reads a size and is given none."""

DEFAULT_SECONDS = 5.0
"""The time for the size that it has where none is given."""

MOST_APART = 2
"""The most sizes that are tried beside the usual ones."""

APART = re.compile(
    rf"(?i)\b{NAME}\s*(==|=:=|<=?|=<|in)\s*[(\[{{]?(\d)\b|\((=|<=?)\s+{NAME}\s+(\d)\s*\)"
)
"""The comparison of a size with a number: this size, or smaller ones, may be treated apart."""

GIVEN = (5, 6)
"""The sizes given to a program that reads n: few solutions, one odd and one even."""

COMPARED = (4, 5, 6)
"""The sizes that a second solver is asked for."""

MAIN_PART = re.compile(
    r"__main__|initialization\s?\([^\n]{0,80}\bmain\s?\)|\(module[+*]?\s{1,9}main\b"
)
"""The lines that begin a program's main part."""


OWN_ERRORS = re.compile(
    r"\b(?:Index|Key|Type|Attribute|ZeroDivision|Recursion|Name|UnboundLocal|Assertion)Error\b"
)
"""The errors of a program in Python that are its own, wherever it runs."""


def read_claims(text: str, n: int | None = None, **known: Any) -> list[Claim]:
    """All that a text claims; most programs print none."""
    if not text.strip():
        return []
    from solvers.grading.answers.own_output import own_claims  # noqa: PLC0415  # few print it

    return own_claims(text, n, **known)


@dataclass(slots=True)
class OwnRun:
    """The program as it is run by itself; a context manager at whose end nothing of it is left."""

    probe: Probe
    largest: int
    _started: dict[tuple[CallPlan, int], RunningSubmission] = field(default_factory=dict)
    """The processes that wait to be asked, by the way and the size that they were started for."""

    cut: int = 0
    """The size for which its run was stopped at a limit; 0: none."""

    printed: str = ""
    """All that it printed in its own runs."""

    was_given: bool = False
    """Whether it reads n, instead of having its own."""

    _claims: list[Claim] | None = None

    def __enter__(self) -> OwnRun:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._started.values():
            program.close()

    @property
    def sizes(self) -> list[int]:
        """The sizes that it is given, where it reads one."""
        return [n for n in GIVEN if n <= self.largest] or [self.largest]

    @property
    def apart(self) -> list[int]:
        """Other sizes: the puzzle's own, and those that its source treats apart.

        Of several smaller ones, the ends.
        """
        found = set[int]()
        for groups in APART.findall(self.submission.text):
            sign, number = filter(None, groups)
            last = int(number) - (sign == "<")
            found |= {1, last} if "<" in sign and last > 0 else {last}
        some = [n for n in sorted(found - {*self.sizes}) if 0 < n <= self.largest][:MOST_APART]
        usual = [USUAL_FIXED] if self.largest >= USUAL_FIXED else []
        return list(dict.fromkeys([*some, *usual]))

    @property
    def is_there(self) -> bool:
        """Whether a function of it is called, so that something of it may be unread."""
        plan = self.probe.plan
        return bool(plan.entry) and not plan.needs_a_start and not self.probe.is_over

    @property
    def submission(self) -> Submission:
        """The program, in the language in which it is judged."""
        return self.probe.program.submission

    @property
    def reads(self) -> bool:
        """Whether it reads something when it is started."""
        return READS.search(self.submission.text) is not None

    @property
    def may_have_a_size(self) -> bool:
        """Whether it reads a size on its command line alone, and may have one where none is."""
        return self.reads and not STDIN.search(self.submission.text)

    def start(self) -> None:
        """Begin to run it for the sizes that it will be asked for."""
        if self.is_there and self.reads:
            for n in (*self.sizes, *self.apart):
                self._start(STARTED, n)
            if self.may_have_a_size:
                self._start(BY_DEFAULT, self.sizes[0])
        elif self.is_there and MAIN_PART.search(self.submission.text):
            self._start(AS_IT_IS, self.sizes[0])

    def _start(self, plan: CallPlan, n: int) -> RunningSubmission:
        judged = self.probe.program
        limits = judged.limits
        if plan == BY_DEFAULT:
            seconds = min(limits.seconds, DEFAULT_SECONDS)
            limits = replace(limits, seconds=seconds, startup_seconds=seconds)
        program = RunningSubmission(judged.submission, limits, judged.sandbox, judged.options)
        self._started[plan, n] = program
        program.start(plan, n)
        return program

    @property
    def claims(self) -> list[Claim]:
        """All that it prints of any board when it runs by itself; it is run once for that."""
        if self._claims is None:
            self._claims = self._read_claims()
        return self._claims

    def _read_claims(self) -> list[Claim]:
        text, plan = self.submission.text, self.probe.plan
        named = sorted({n for _, n in size_variables(self.submission.suffix, text)})
        of_counts = self.probe.program.options.task is Task.COUNT
        claims = partial(read_claims, sizes=named, of_counts=of_counts)
        if not self.is_there:
            is_whole = plan.fixed and not plan.entry
            return claims(self.probe.outcome.answers.printed) if is_whole else []
        if self.reads:
            asked = {n: self._asked(STARTED, n) for n in self.sizes}
            if all(outcome.run.status is Status.COMPLETE for outcome in asked.values()):
                printed = {n: outcome.answers.printed for n, outcome in asked.items()}
                # A program that prints the same for every size did not read n.
                if len(printed) == 1 or len(set(printed.values())) > 1:
                    printed |= self._printed_apart()
                    found = _plainly_some(
                        [claim for n in printed for claim in claims(printed[n], n)]
                    )
                    self.was_given = bool(found)
                else:
                    found = claims(printed[self.sizes[0]])
                if found:  # else it may want its size in another way, and has one itself
                    return [*found, *(claims(self._printed_by_default()) if self.was_given else ())]
            elif any(outcome.run.ending.cause is not Cause.FAILED for outcome in asked.values()):
                return []
        if self.reads or MAIN_PART.search(text):
            outcome = self._asked(AS_IT_IS, self.sizes[0])
            return claims(outcome.answers.printed) or self._own_error(outcome)
        return claims(self.probe.loaded.printed)

    def _printed_apart(self) -> dict[int, str]:
        """Its output for the sizes that it treats apart; it may refuse them."""
        cut = self.cut
        asked = {n: self._asked(STARTED, n) for n in self.apart}
        self.cut = cut
        complete = {n: each for n, each in asked.items() if each.run.status is Status.COMPLETE}
        return {n: each.answers.printed for n, each in complete.items() if not each.is_refusal}

    def _printed_by_default(self) -> str:
        """Its output where no size is given; "" where it needs one, or takes long."""
        if not self.may_have_a_size:
            return ""
        cut = self.cut
        outcome = self._asked(BY_DEFAULT, self.sizes[0])
        self.cut = cut
        is_read = outcome.run.status is Status.COMPLETE and not outcome.answers.is_cut
        return outcome.answers.printed if is_read else ""

    def _own_error(self, outcome: CallResult) -> list[Claim]:
        """The claim against itself that it stops with an error which no surroundings cause."""
        error = outcome.load_error or outcome.run.ending.detail
        if self.reads or not OWN_ERRORS.search(error):  # nobody gave it what it reads
            return []
        return [Claim(finding(Fact.STOPS_WITH_ERROR, self.sizes[0], error=error))]

    def _asked(self, plan: CallPlan, n: int) -> CallResult:
        program = self._started.pop((plan, n), None)
        with program or self._start(plan, n) as program:
            outcome = program.ask(plan, n, is_last=True)
        self.printed += outcome.answers.printed
        if outcome.run.ending.cause not in {Cause.DONE, Cause.FAILED}:
            self.cut = n
        return outcome


def _plainly_some(claims: list[Claim]) -> list[Claim]:
    """The claims; that solutions are missing from a list is plain where it is for several sizes.

    A list that ends after so many solutions is as long for each size.
    """
    listed = {
        claim.n: claim.says.details["number"]
        for claim in claims
        if claim.says.fact is Fact.LISTS_PART_OF_ALL
    }
    is_usual = len({*listed.values()}) > 1
    return [
        replace(claim, is_plain=claim.is_plain or (is_usual and claim.n in listed))
        for claim in claims
    ]


def claims_of_others(probe: Probe, largest: int) -> Iterator[Claim]:
    """The answers of other functions with usual names that differ from those that are judged."""
    plan = probe.plan
    if not plan.is_plain or plan.needs_a_start or probe.alone:
        return
    for name, is_sure in other_solvers(probe.program.submission, probe.loaded, plan):
        other = plain_call(probe.program.submission.language, name)
        asked = {n: probe.program.ask(other, n) for n in COMPARED if n <= largest}
        if any(outcome.run.status is not Status.COMPLETE for outcome in asked.values()):
            continue
        outcomes = read_together(asked)
        scores = {
            n: outcome.answers.score(outcome.answer_format) for n, outcome in outcomes.items()
        }
        if not any(score.right for score in scores.values()):
            continue
        for n, score in scores.items():
            if score.items == score.fitting and score.right < score.items:
                says = finding(Fact.OTHER_IS_WRONG, n, name=name)
                yield Claim(says, is_plain=is_sure and has_usual_name(name))
            elif 1 < score.right < KNOWN_COUNTS[n] and any(each.exact for each in scores.values()):
                yield Claim(finding(Fact.OTHER_FINDS_SOME, n, name=name, number=score.right))
