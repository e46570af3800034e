"""Compare: run each backend in its own process, one after another, then call the referee.

``compare`` runs one problem. A ``ComparisonPlan`` holds several problems and the options of the
notebook or the command line.
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeAlias

from solvers.errors import CertificateError, UsageError, WriteError
from solvers.execution.backend_run import WorkerProcess, run_in_worker, wait_until_ready
from solvers.execution.limits import Limits, limits_for
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.interface import Backend
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import Proof, small_proof, why_unprovable
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Comparison, Evidence
from solvers.registry import check_possible, find_or_none, obstacle, on_board, practical_n

if TYPE_CHECKING:  # few comparisons need them
    from solvers.grading.compared import ComparedProgram
    from solvers.splitting.shards import Split


Participant: TypeAlias = "Backend | ComparedProgram"
"""A backend, or a student's program, which runs itself."""

CertificateMaker = Callable[[Problem], Proof | None]
"""Makes a board's certificate and returns its claim; None if it makes none."""


class Progress:
    """Follows the progress of a comparison. This base class shows nothing."""

    def __init__(self, problem: Problem, participants: Sequence[Participant]) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def watch(self, _: Participant) -> AbstractContextManager[Callable[[Packed], None]]:
        """A context for one run; its value is called with each block of solutions."""
        return nullcontext(lambda _: None)

    def done(self, run: Run) -> None:
        """Called after each run."""


def compare(  # noqa: PLR0913  # the participants and the conditions
    problem: Problem,
    participants: Sequence[Participant],
    limits: Limits,
    *,
    needed: Collection[str] = (),
    count: bool = False,
    split: Split | None = None,
    progress: Progress | None = None,
    prove: CertificateMaker = small_proof,
) -> Comparison:
    """Run the backends and programs on the problem and judge the runs.

    If a ``needed`` backend cannot run here, the comparison is incomplete. A backend that cannot
    solve such a problem gets a row with the reason, but no run. ``split`` applies to backends, not
    to programs. With ``count``, the referee checks each solution and keeps none, and
    the output of a backend has no limit. ``prove`` makes a certificate, by default only a small
    one. Raises UsageError as ``check_options`` does. Ctrl-C cancels the current run and all after
    it; the referee judges the solutions so far.
    """
    check_options(problem, participants, split, count=count)
    progress = progress or Progress(problem, participants)
    runs: list[Run] = []
    is_stopped = False
    try:
        with closing(
            _runs(problem, participants, limits, progress, split, count=count)
        ) as finished:
            for run in finished:
                runs.append(run)
                progress.done(run)
                if run.status is Status.CANCELLED:
                    break
    except KeyboardInterrupt:
        is_stopped = True
    left = participants[len(runs) :]
    runs += [_without_a_run(each, problem, Ending(Cause.NOT_BEGUN)) for each in left]
    programs = [_program(each) for each in participants]
    runs = [
        replace(run, same_as=participants[first].name) if first < number else run
        for number, (run, first) in enumerate(zip(runs, map(programs.index, programs), strict=True))
    ]
    proof, why_no_proof = None, ""
    if not is_stopped and not any(run.status is Status.CANCELLED for run in runs):
        try:
            proof, why_no_proof = _proven(problem, prove)
        except KeyboardInterrupt:
            is_stopped = True
    judged = crosscheck(problem, runs, count=count, needed=needed, proof=proof)
    return replace(
        judged,
        provable=judged.evidence is Evidence.NONE and not why_unprovable(problem),
        limits=limits,
        unproven=is_stopped,
        no_certificate=why_no_proof,
    )


def _runs(  # noqa: PLR0913  # as above
    problem: Problem,
    participants: Sequence[Participant],
    limits: Limits,
    progress: Progress,
    split: Split | None,
    *,
    count: bool,
) -> Generator[Run]:
    """Run each participant, and yield its run; at the end, all workers are ended."""
    backend_limits = limits  # the answers of a student's program are always kept
    if count:
        backend_limits = replace(limits, output_mib=math.inf)  # no solution is kept
    with ExitStack() as stack:
        workers: deque[WorkerProcess] = deque()
        if split is None:  # all start together; when all are ready, they run one after another
            workers.extend(
                stack.enter_context(WorkerProcess(each))
                for each in participants
                if isinstance(each, Backend) and not obstacle(each, problem)
            )
            wait_until_ready(workers, limits)
        for participant in participants:
            with progress.watch(participant) as on_block:
                if not isinstance(participant, Backend):
                    run = participant.run(problem, limits)
                elif found := obstacle(participant, problem):
                    ending = Ending(Cause.CANNOT_RUN, detail=f"it {'; '.join(found)}")
                    run = _without_a_run(participant, problem, ending)
                elif split:
                    from solvers.splitting.split_run import SplitRun
                    from solvers.splitting.workers import solve_in_shards

                    how = participant, problem, split, backend_limits
                    run = solve_in_shards(SplitRun(*how, count=count, on_block=on_block))
                else:
                    counter = None
                    if count:
                        from solvers.puzzle.counted_set import SetCounter

                        counter = SetCounter(problem)
                    worker = workers.popleft()
                    run = run_in_worker(worker, problem, backend_limits, on_block, counter)
            yield run


def _program(participant: Participant) -> object:
    """What a participant's answers rest on. Two with an equal value do not confirm each other.

    For a backend of the suite, this is its function, so that one backend under two names counts
    once. It is None for every other program: even different files of strangers may share a mistake,
    so that all of them together count as one until a backend of the suite confirms them.
    """
    if isinstance(participant, Backend) and not participant.origin:
        module = getattr(participant.solve, "__module__", "")
        known = find_or_none(participant.name) == participant
        if known or module.startswith("solvers.paradigms."):
            return participant.solve
    return None


def _proven(problem: Problem, prove: CertificateMaker) -> tuple[Proof | None, str]:
    """The proof or None, and the error or ""."""
    try:
        return prove(problem), ""
    except WriteError as error:
        return None, str(error)
    except OSError as error:
        return None, f"cannot write the certificate's parts: {error.strerror or error}"
    except (CertificateError, MemoryError) as error:  # whatever the backends did
        return None, f"no certificate was made: {str(error) or 'there is too little memory'}"


def check_options(
    problem: Problem,
    participants: Sequence[Participant],
    split: Split | None,
    *,
    count: bool = False,
) -> None:
    """Raise UsageError for options or participants that do not work together."""
    if not participants:
        raise UsageError(
            "there is nothing to compare; name a backend (--backends) or a program, or add --first "
            "for backends that find one solution only"
        )
    if problem.goal is Goal.FIRST and (split or count):
        raise UsageError(
            "a search for one solution (--first) does not work with --jobs, --cluster, "
            "--checkpoint or --count"
        )
    by_name: dict[str, Participant] = {}
    for participant in participants:
        if by_name.setdefault(participant.name, participant) != participant:
            raise UsageError(f"two programs are named {participant.name!r}; rename one of them")
        if isinstance(participant, Backend):
            continue
        if problem.colours:
            raise UsageError(
                f"{participant.name} cannot be compared on a coloured board, because a program of "
                "your own is asked for n alone; leave out --board, or the program"
            )
        if problem.goal is Goal.FIRST:
            raise UsageError(
                f"{participant.name} does not work with --first, because a program of your own "
                "always gives all its solutions"
            )


def _without_a_run(participant: Participant, problem: Problem, ending: Ending) -> Run:
    return Run(
        backend=participant.name,
        paradigm=participant.paradigm,
        variant_of=participant.variant_of if isinstance(participant, Backend) else "",
        ending=ending,
        placements=empty(problem.n),
    )


@dataclass(frozen=True)
class ComparisonPlan:
    """The problems, the backends and programs, and the options of a comparison.

    Each problem is compared ``repeat`` times. The user named the backends in ``named``: they are
    never left out. Those ``in_groups`` belong to a group that the user named. If a backend of
    either kind cannot run here, the comparison is incomplete. A limit of None stands for the
    default of the goal. ``split`` applies to backends only. Raises UsageError if the options do
    not work together.
    """

    problems: Sequence[Problem]
    backends: Sequence[Backend]
    programs: Sequence[ComparedProgram] = ()
    named: Collection[str] = ()
    in_groups: Collection[str] = ()
    time_limit: float | None = None
    memory_limit: float | None = None
    count: bool = False
    split: Split | None = None
    prove: CertificateMaker = small_proof
    repeat: int = 1

    def __post_init__(self) -> None:
        largest = max(self.problems, key=lambda problem: problem.n)
        if not self.programs and all(obstacle(backend, largest) for backend in self.backends):
            for backend in self.backends:
                check_possible(backend, largest)
        for problem in self.problems:
            participants, lines = self._parts(problem)
            if lines and not participants:
                raise UsageError(f"there is nothing to compare; {lines[0]}")
            check_options(problem, participants, self.split, count=self.count)

    @property
    def limits(self) -> Limits:
        """The limits of each run."""
        return limits_for(self.problems[0].goal, self.time_limit, self.memory_limit)

    @property
    def needed(self) -> Collection[str]:
        """The names of the backends without which the comparison is incomplete."""
        return {*self.named, *self.in_groups}

    def results(self, progress_class: type[Progress] = Progress) -> Iterator[Comparison]:
        """Yield the result of each comparison; stop after one that was interrupted.

        Prints on stderr the backends that are left out.
        """
        for problem in (problem for problem in self.problems for _ in range(self.repeat)):
            participants, lines = self._parts(problem)
            for line in lines:
                print(line, file=sys.stderr)
            with progress_class(problem, participants) as progress:
                result = compare(
                    problem,
                    participants,
                    self.limits,
                    needed=self.needed,
                    count=self.count,
                    split=self.split,
                    progress=progress,
                    prove=self.prove,
                )
            yield result
            if result.interrupted:
                return

    def _parts(self, problem: Problem) -> tuple[list[Participant], list[str]]:
        """The backends and programs that are compared on this problem, and a line per other one."""
        participants: list[Participant] = []
        lines: list[str] = []
        for backend in (on_board(each, problem) for each in self.backends):
            found, limit = obstacle(backend, problem), practical_n(backend, problem.goal)
            left_out = f"left out at n = {problem.n}: {backend.name}, which"
            if backend.name in self.named or not (found or problem.n > limit):
                participants.append(backend)
            else:
                long = (
                    f"takes too long above n = {limit:,} (to run it anyway, name it in --backends)"
                )
                lines.append(f"{left_out} {found[0] if found else long}")
        return [*participants, *self.programs], lines
