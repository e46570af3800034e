"""A program that is asked for one n after another, in one process or in a new one for each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from solvers.execution.limits import Limits
from solvers.grading.asked import AskedRecord, Loaded
from solvers.grading.guard import Guard
from solvers.grading.outcome import Outcome, outcome_of
from solvers.grading.place import Given
from solvers.grading.session import Session
from solvers.grading.setting import Setting
from solvers.grading.sizes import with_size
from solvers.grading.submission import Submission
from solvers.grading.way import Way

LOADED = Way("?", ("n",))
"""Any way by which the program is only loaded at first."""


@dataclass(slots=True)
class Program:
    """A submission that can be asked; a context manager at whose end no process of it is left."""

    submission: Submission
    limits: Limits
    guard: Guard
    setting: Setting = field(default_factory=Setting)
    _session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its process, where there is one."""
        if self._session:
            self._session.close()
        self._session = None

    def ask(
        self,
        way: Way,
        n: int,
        *,
        fresh: bool = False,
        is_last: bool = False,
        limits: Limits | None = None,
    ) -> Outcome:
        """What the program answers for n; a new process is asked where ``fresh`` or none is there.

        With ``is_last`` it has to come to its end by itself. ``limits`` are narrower ones.
        """
        if fresh or way.needs_a_start:
            self.close()
        session = self._open(way, n)
        if not session.is_open:
            return self._not_begun(session, way, n)
        is_last = is_last or way.needs_a_start or way.fixed
        record = session.ask(
            way.entry,
            " ".join(way.arguments),
            n,
            is_last=is_last,
            limits=limits or self.limits,
        )
        self._forget_what_is_over()
        return outcome_of(record, session, way, n, self.setting.reads)

    def _forget_what_is_over(self) -> None:
        if self._session and not self._session.is_open:
            self.close()

    @property
    def times_asked(self) -> int:
        """How often the process that is asked next has been asked."""
        return self._session.asked if self._session else 0

    def _open(self, way: Way, n: int) -> Session:
        if self._session and (self._session.is_open or self._session.failed_to_load):
            return self._session
        self.close()
        submission = self.submission
        if way.size:
            text = with_size(submission.path.suffix.lower(), submission.text, way.size, n)
            submission = replace(submission, source=text.encode(errors="replace"))
        given = Given(
            started=way.started or not way.entry,
            arguments=str(n) if way.started else "",
            text=self.setting.input_for(n, submission.text)
            if way.started or self.setting.text is not None
            else "",
            packages=self.setting.packages,
        )
        self._session = Session(submission, self.limits, self.guard, given)
        self._session.load()
        return self._session

    def _not_begun(self, session: Session, way: Way, n: int) -> Outcome:
        """What came of it where it could not be loaded."""
        loaded = session.loaded
        assert loaded is not None  # noqa: S101  # it was just loaded
        record = AskedRecord(self.submission, self.limits, is_last=True)
        record.ending = loaded.ending
        record.printed = loaded.printed.encode(errors="replace")
        record.begun, record.ready = session.times
        outcome = outcome_of(record, session, way, n)
        self.close()
        return outcome

    def loaded(self) -> Loaded:
        """What came of loading the program as it is, in the process that is asked next."""
        found = self._open(LOADED, 0).loaded
        assert found is not None  # noqa: S101  # it was just loaded
        return found
