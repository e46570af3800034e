"""Hidden sizes: students read nothing about them, the instructor reads all, and no mark changes."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

from queens_command import Queens
from shares import a_share

from solvers.cli.exit_codes import of_check
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.finding import Fact
from solvers.grading.result import CheckResult
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Task, find_submission
from solvers.output.check_documents import FORMATS
from solvers.output.check_text import paragraphs
from solvers.output.feedback import write_feedback
from solvers.output.grade_table import grade_row

UNTOLD = "what only the instructor knows"

FOUND = """
from itertools import permutations
asked = []
def found(*, n):
    return [p for p in permutations(range(n))
            if n == len({r + c for c, r in enumerate(p)}) == len({r - c for c, r in enumerate(p)})]
"""

HIDING: dict[str, tuple[str, Verdict, list[Fact]]] = {
    "an error": (
        f"def queens(n):\n    if n == 5: raise ValueError({UNTOLD!r})\n    return found(n=n)\n",
        Verdict.NOT_FINISHED,
        [],
    ),
    "a value": (
        f"def queens(n):\n    return found(n=n) if n < 5 else [[0, 2, 4, 1, {UNTOLD!r}]] * 3\n",
        Verdict.WRONG,
        [],
    ),
    "a duplicate": (
        "def queens(n):\n    return found(n=n) * (1 if n < 5 else 2)\n",
        Verdict.WRONG,
        [],
    ),
    "a count beside": (
        "def queens(n):\n"
        "    print(len(found(n=n)) + (n == 5), 'solutions')\n    return found(n=n)\n",
        Verdict.WRONG,
        [],
    ),
    "a drawing beside": (
        "def queens(n):\n    if n == 5: print('Q....\\n' * 5)\n    return found(n=n)\n",
        Verdict.NOT_JUDGED,
        [],
    ),
    "other answers when asked again": (
        "def queens(n):\n"
        "    asked.append(n)\n    return found(n=n)[: None if len(asked) < 5 else 1]\n",
        Verdict.RIGHT,
        [Fact.KEEPS_STATE],
    ),
    "more output than is looked at": (
        "def queens(n):\n"
        "    for one in found(n=n) * (1 if n < 5 else 14000): print('Solution number', one)\n",
        Verdict.NOT_JUDGED,
        [],
    ),
    "no answer": (
        "def queens(n):\n    return found(n=n) if n < 5 else None\n",
        Verdict.WRONG,
        [],
    ),
    "a fixed size": (
        "N = 4\nfor one in found(n=N if N < 5 else 4): print(one)\n",
        Verdict.RIGHT,
        [Fact.CALLED],
    ),
}
"""Programs that behave in another way for the hidden n = 5, the verdict, and its remarks."""


def shown_of(checked: CheckResult, folder: Path) -> str:
    """All texts on a result that a student reads."""
    points = {1: 1.0, 4: 4.0, 5: 5.0}
    documents = [FORMATS[name](checked, points) for name in ("prairielearn", "check50")]
    gradescope = FORMATS["gradescope"](checked, points)  # it has a word for what is hidden
    tests = [one for one in gradescope.get("tests", ()) if one["visibility"] != "hidden"]
    write_feedback(folder, checked)
    pages = [page.read_text() for page in folder.iterdir()]
    return "\n".join([json.dumps([documents, gradescope["output"], tests]), *pages])


def told_of(checked: CheckResult) -> list[str]:
    """The verdict and the score in all texts on a result that an instructor reads."""
    points = {1: 1.0, 4: 4.0, 5: 5.0}
    line, document = grade_row(checked, points), FORMATS["json"](checked, points)
    first, *_ = paragraphs(checked)
    assert str(line["summary"]).startswith(first.text.partition(": ")[2])
    told = [line["verdict"], line["score"], document["verdict"], document["score"]]
    return list(map(str, [*told, of_check(checked)]))


@a_share(("source", "verdict", "remarks"), HIDING.values(), ids=HIDING)
def test_a_hidden_size_is_hidden_in_all_that_students_read(
    source: str, verdict: Verdict, remarks: list[Fact], tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FOUND + source)
    limits = Limits(seconds=20, memory_mib=1024)
    checked = check_program(find_submission(str(path)), 5, limits, Sandbox.BASIC, hidden_from=5)
    assert (checked.verdict, [one.fact for one in checked.remarks]) == (verdict, remarks)
    shown = shown_of(checked, tmp_path / "pages")
    assert UNTOLD not in shown
    for told in ("n = 5", "(5)", '"n5"', '"n": 5', "4 MiB", "keeps state", "duplicates:"):
        assert told not in shown.replace("the results for n = 5 and above are hidden", ""), shown
    assert told_of(checked) == told_of(replace(checked, hidden_from=None))


def test_the_text_on_a_visible_failure_does_not_depend_on_hidden_answers(tmp_path: Path) -> None:
    path, limits = tmp_path / "mine.py", Limits(seconds=20, memory_mib=1024)
    options, shown = CheckOptions(task=Task.ALL), set()
    for added in ("0", "(n == 5)"):  # a right count for the hidden size, and a false one
        path.write_text(f"{FOUND}\ndef queens(n):\n    return len(found(n=n)) + {added}\n")
        checked = check_program(
            find_submission(str(path)), 5, limits, Sandbox.BASIC, options=options, hidden_from=5
        )
        assert checked.verdict is Verdict.WRONG
        shown.add(shown_of(checked, tmp_path / "pages"))
    assert len(shown) == 1


FALSE_TOTAL = """
from itertools import permutations
def queens(n):
    return [each for each in permutations(range(n)) if all(
        abs(each[a] - each[b]) != b - a for a in range(n) for b in range(a + 1, n))]
if __name__ == "__main__":
    print(len(queens(5)) + 1, "solutions for n = 5")
"""


def test_no_hidden_size_is_called_right_where_the_programs_own_run_is_not(
    tmp_path: Path, queens: Queens
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FALSE_TOTAL)
    asked = [path, "--task", "all", "--points", "4:1,6:2"]
    assert "its answers are right, but" in queens("check", *asked, code=3).out
    shown = queens("check", *asked, "--hidden-from", "6", "--output", "gradescope", code=3).out
    assert "11 solutions" in shown
    assert "answers are right" not in shown


def test_hidden_sizes_change_no_mark_of_a_visible_size(tmp_path: Path, queens: Queens) -> None:
    path = tmp_path / "queens.py"
    path.write_text(
        "from itertools import permutations\n"
        "def queens(n):\n"
        "    return [[row + (n > 3) for row in p] for p in permutations(range(n))\n"
        "            if n == len({r + c for c, r in enumerate(p)}) "
        "== len({r - c for c, r in enumerate(p)})]\n"
    )
    marking_of = ["check", str(path), "--n", "5", "--output", "gradescope"]
    whole = queens(*marking_of, code=1).document
    shown = queens(*marking_of, "--hidden-from", "4", code=1).document
    assert shown["score"] == whole["score"]
    parts = [[test["score"] for test in document["tests"]] for document in (shown, whole)]
    assert parts[0] == parts[1]
    assert ": wrong at n = 1 (" in shown["output"]


def test_the_instructor_reads_all_results_although_every_size_is_hidden(
    tmp_path: Path, queens: Queens
) -> None:
    path = tmp_path / "queens.py"
    path.write_text("def queens(n): return [list(range(n))]")
    options = ["--n", "2", "--hidden-from", "1", "--sandbox", "basic"]
    (line,) = csv.DictReader(io.StringIO(queens("check", tmp_path, *options, code=1).out))
    assert (line["verdict"], line["score"]) == ("wrong", "1.0")
    document = queens("check", path, *options, "--output", "json", code=1).document
    assert (document["verdict"], document["score"]) == ("wrong", 1.0)
    document = queens("check", path, *options, "--output", "gradescope", code=1).document
    assert document["output"] == "queens.py: the results for n = 1 and above are hidden"
