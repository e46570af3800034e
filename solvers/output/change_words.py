"""The words of changes that make a program right: the line and the kind, never the new text."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.repair.catalogue import Change, ChangeKind
from solvers.grading.result import CheckResult
from solvers.output.check_words import sizes_in_words

MOST_TOLD = 3
"""The most changes that are told one by one."""

WORDS = {
    ChangeKind.COPY: "a copy made{in_line}",
    ChangeKind.COMPARISON: "one {comparison}{in_line} changed",
    ChangeKind.COMPARISONS: "the comparisons{in_line} changed",
    ChangeKind.OFF_BY_ONE: "1 added or subtracted at one place{in_line}",
    ChangeKind.CONDITION_MISSING: "one more condition{in_line}",
    ChangeKind.SIGN: "one operator or sign{in_line} changed",
    ChangeKind.ABSOLUTE: "an absolute value taken{compared}{in_line}",
    ChangeKind.AND_OR: 'one "and" or "or"{in_line} exchanged for the other',
    ChangeKind.VARIABLE: "one {variable}{in_line} replaced{by}",
    ChangeKind.STATEMENT_MISSING: "one more {statement}{after_line}",
    ChangeKind.RETURN: "the results of the call{in_line} returned or yielded",
    ChangeKind.INDENTATION: "{line} indented differently",
    ChangeKind.ARGUMENTS: "the {arguments}{in_line} in another order",
    ChangeKind.NEGATION: "one negation{in_line} added or removed",
    ChangeKind.FUNCTION: "another {function} called{in_line}{with_others}",
    ChangeKind.BRANCHES: "the results of both branches of the if{in_line} joined",
    ChangeKind.BASE_CASE: "{base_case}{at_line}",
    ChangeKind.CUT: "one {cut}{in_line} {cut_changed}",
    ChangeKind.ORDER: "the {statements}{at_line} in another order",
    ChangeKind.CONDITION_EXTRA: "one condition{in_line} left out",
    ChangeKind.VALUE: "one value{in_line} changed",
    ChangeKind.STATEMENT_EXTRA: "one {statement}{in_line} left out",
}
"""What is said of each kind, behind "with"."""


def changes_words(checked: CheckResult) -> Iterator[str]:
    """A sentence on the changes that make the program right; none without a change."""
    if not (changes := checked.changes):
        return
    right = f"the program is right for {sizes_in_words(checked.changed_sizes)}"
    if len(changes) > MOST_TOLD:
        yield f"{right} after one change: there are several such changes, in different lines"
    else:
        told = [_words(change, checked) for change in changes]
        yield f"with {', or with '.join(told)}, {right}"


def change_heading(checked: CheckResult) -> str:
    """The first change without its line, as a heading for several programs; "" without one."""
    if not checked.changes:
        return ""
    return f"right with {_words(checked.changes[0], checked, is_heading=True)}"


def _words(change: Change, checked: CheckResult, *, is_heading: bool = False) -> str:
    language, old, new = checked.submission.language, change.old, change.new
    return WORDS[change.kind].format(
        line="a line" if is_heading else f"line {change.line}",
        in_line="" if is_heading else f" in line {change.line}",
        at_line="" if is_heading else f" at line {change.line}",
        after_line="" if is_heading else f" after line {change.line}",
        statement={PROLOG: "goal or clause", PYTHON: "statement"}.get(language, "form"),
        statements={PROLOG: "goals or clauses", PYTHON: "statements"}.get(language, "forms"),
        function="predicate" if language is PROLOG else "function",
        compared=" and compared by =:=" if "=:=" in new and "=:=" not in old else "",
        comparison="is" if old.strip() == "is" else "comparison",
        arguments="head and tail of a list" if "|" in old and "," not in old else "arguments",
        variable="list" if old.startswith("[") else "variable",
        by=" by a list" if new.startswith("[") and not old.startswith("[") else "",
        with_others=", its arguments changed" if "(" in new else "",
        base_case="another base case" if old else "one more base case",
        cut="cut" if "!" in old + new else "->",
        cut_changed="removed" if old == "!" else "added" if "!" in new else "changed",
    )
