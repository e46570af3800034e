"""A checked program as a tutor would put it: verdict, expected and got, a board, a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from solvers.interface import Status
from solvers.problem import KNOWN_COUNTS, Problem
from solvers.report.board import draw_board
from solvers.report.words import counted, example, fault_words
from solvers.submissions.check import Checked


def headline(checked: Checked) -> str:
    """The verdict in one line."""
    name, failing = checked.submission.name, checked.failing
    if failing is None:
        return f"{name}: right for n = 1 to {checked.largest}"
    judgement = checked.judgements[failing]
    if judgement.run.status is Status.COMPLETE:
        return f"{name}: wrong at n = {failing} ({fault_words(judgement)})"
    return f"{name}: not finished at n = {failing} ({judgement.run.status})"


def got(checked: Checked) -> str:
    """What was expected and what came, at the smallest n that fails."""
    assert checked.failing is not None  # noqa: S101  # the caller has asked
    n, run = checked.failing, checked.judgements[checked.failing].run
    solutions = counted(run.solutions, "answer")
    return f"expected {counted(KNOWN_COUNTS[n], 'solution')} for n = {n}, got {solutions}"


def paragraphs(checked: Checked, *, show_output: bool = False) -> Iterator[RenderableType]:
    """All that there is to say, a part at a time."""
    right = checked.failing is None
    yield Text(headline(checked), "bold green" if right else "bold red")
    n = checked.failing or checked.largest
    outcome, judgement = checked.outcomes[n], checked.judgements[n]
    if not right:
        yield Text(f"  {got(checked)}")
        witness, by_lines = judgement.witness, judgement.run.by_lines
        if witness:
            yield Text(f"  {example(witness, Problem(n), by_lines=by_lines)}")
        if witness and witness.placement is not None:
            board = draw_board(witness.placement, witness.attack or (), by_lines=by_lines)
            yield Padding(board, (0, 0, 0, 4), expand=False)
        for line in checked.diagnosis or ["no usual mistake explains it"]:
            yield Text(f"  diagnosis: {line}", "bold")
    if outcome.trouble:
        yield Text(f"  while it was loaded: {outcome.trouble}")
    if outcome.answers.values:
        yield Text(f"  its answers were read as {outcome.reading.words}")
    yield Text(f"  guard: {checked.guard}", "dim")
    if show_output and outcome.printed.strip():
        yield Text("  it printed:")
        for line in outcome.printed.strip().splitlines():
            yield Text(f"    {line}")
