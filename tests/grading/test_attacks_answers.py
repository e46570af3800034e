"""No answer and no output of a program makes the suite raise an error."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT

from solvers.execution.result import Cause, Ending, Run
from solvers.grading.answers.answer_format import Answers, choose_format
from solvers.grading.call_result import CallResult
from solvers.grading.diagnosis.explanations import diagnose, fingerprint
from solvers.grading.protocol import decode
from solvers.grading.result import judge_answers, read_together
from solvers.grading.submission import Task, find_submission
from solvers.puzzle.placements import empty

SUBMISSION = find_submission(str(ROOT / "docs/homework/ada.py"))

PLAIN = st.sampled_from([0, 1, 2, 3, -1, 10**30, None, True, "Q", ".Q..", "1302", "e4", "no", ""])
ODD = st.sampled_from([{"float": "nan"}, {"symbol": "q"}, {"other": "x"}, {"unbound": True}])
VALUES = st.recursive(
    PLAIN | ODD,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.fixed_dictionaries({"pair": st.lists(inner, min_size=2, max_size=2)})
        | st.fixed_dictionaries({"dict": st.lists(st.lists(inner, min_size=2, max_size=2))})
    ),
    max_leaves=12,
)
LINES = st.sampled_from(
    [
        *(
            "[1, 3, 0, 2]",
            "( 2 4",
            "Q . . .",
            "0 1 0 0",
            "[[0,1],[1,3]",
            "] ) 5",
            "|Q| | |",
            "+---+",
        ),
        *("(1 . 2)", "1.", "#(1 2)", "8 . Q . .", "a b c d", "1-2-3-4", "\x1b[3m", "\ud800"),
    ]
)


def outcome(n: int, values: list[object], printed: list[str], *, single: bool) -> CallResult:
    """The result of a program that answered this for n."""
    read = tuple(map(decode, values))
    answers = Answers(read, n, single=single and len(read) == 1, printed="\n".join(printed))
    run = Run("mine", "", Ending(Cause.DONE), empty(n))
    return CallResult(run, run, answers, choose_format({n: answers}))


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.lists(VALUES, max_size=4), st.lists(LINES, max_size=8), st.booleans()),
        min_size=1,
        max_size=5,
    )
)
def test_no_answer_of_a_program_raises_an_error(
    given_for: list[tuple[list[object], list[str], bool]],
) -> None:
    outcomes = read_together(
        {
            n: outcome(n, values, printed, single=single)
            for n, (values, printed, single) in enumerate(given_for, start=1)
        }
    )
    for n, one in outcomes.items():
        for task in Task:
            judge_answers(n, one, task)
        diagnosis = diagnose(SUBMISSION, outcomes, n)
        fingerprint(outcomes, diagnosis)
