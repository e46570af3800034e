"""Batch runs: the results, their summary, and the command queens bench."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import misbehaving_backends as faults
import pytest
from boards import BOARDS
from engines import skip_or_fail
from processes import until
from queens_command import Queens
from rich.console import Console

from benchmarks.candidate import MissingError
from benchmarks.contests import contests
from benchmarks.paradigms import measured
from benchmarks.search_tables import density_table, score_table
from benchmarks.when_which import DOCUMENT, RESULTS, SEARCHERS, WHOLE, boards_of
from solvers import registry
from solvers.benchmark.generator import BoardKind, recipes
from solvers.benchmark.instances import Instance, line
from solvers.benchmark.kept_runs import KeptRuns
from solvers.benchmark.kept_runs import open_kept_runs as opened_runs
from solvers.benchmark.result import BoardOutcome, BoardResult, result_of
from solvers.benchmark.summary import Summary, benchmark_runs, summarise
from solvers.cli.queens import main
from solvers.errors import StoreError
from solvers.execution.identity import Identity
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.execution.result_store import open_store
from solvers.output.bench_text import bench_lines
from solvers.output.charts.bench import bench_charts
from solvers.output.html.page import bench_page
from solvers.output.json_document import summary_document
from solvers.output.progress import benchmark_progress
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem

Capture = pytest.CaptureFixture[str]

FREE, CLOSED = Instance(Problem(4)), Instance(BOARDS["four, a row closed"])
SOLUTION = (1, 3, 0, 2)
BLOCKED = [
    Instance(one.board(4), one)
    for share in ("0.1", "0.5")
    for one in recipes(BoardKind.BLOCKED, Fraction(share), 1, 2)
]


def solved(board: int, backend: str, seconds: float) -> BoardResult:
    """A run that has a solution of the free board."""
    return BoardResult(board, backend, Status.COMPLETE, BoardOutcome.SOLUTION, seconds, SOLUTION)


def denied(board: int, backend: str, seconds: float) -> BoardResult:
    """A run that reports that no solution exists."""
    return BoardResult(board, backend, Status.COMPLETE, BoardOutcome.NONE, seconds)


def stopped(board: int, backend: str) -> BoardResult:
    """A run that was stopped at its limit."""
    return BoardResult(board, backend, Status.TIME_LIMIT, BoardOutcome.NOTHING, None)


def written(family: Iterable[Instance], folder: Path) -> Path:
    """The file of a family."""
    path = folder / "boards.jsonl"
    path.write_text("".join(f"{line(one)}\n" for one in family))
    return path


# What the runs say


def test_scores_penalise_unsolved_boards_and_ratios_use_boards_both_solved() -> None:
    results = [
        *(solved(1, "a", 1.0), solved(1, "b", 2.0)),
        *(denied(2, "a", 5.0), stopped(2, "b")),
        stopped(3, "a"),
        replace(stopped(3, "b"), status=Status.CRASHED, note="on purpose"),
        solved(4, "a", 0.5),  # b has not had it yet
    ]
    found = summarise([FREE, CLOSED, FREE, FREE], results, ["a", "b"], [], 10.0)
    a, b = found.scores
    assert (found.boards, a.boards, a.solved, a.with_solution, a.without, a.first) == (
        *(3, 3, 2),
        *(1, 1, 2),
    )
    assert (a.median_seconds, a.par2) == (5.0, (1 + 5 + 20) / 3)
    assert (b.median_seconds, b.par2, b.first) == (math.inf, (2 + 20 + 20) / 3, 0)
    (ratio,) = found.ratios
    assert (ratio.first, ratio.second, ratio.boards) == ("a", "b", 1)
    assert (ratio.only_first, ratio.only_second, ratio.interval) == (1, 0, None)
    assert ratio.mean == pytest.approx(0.5)
    told = [words for words, _ in bench_lines(found)]
    assert told[1] == "b: crashed on 1 board, first on board 3 (on purpose)."
    assert told[-1].startswith("The table covers 3 of 4 boards")


def test_a_backend_that_denies_a_solution_is_named_and_has_not_solved_the_board() -> None:
    results = [solved(1, "a", 1.0), denied(1, "b", 0.1), denied(1, "c", 0.2)]
    found = summarise([FREE], results, ["a", "b", "c"], [], 10.0)
    assert not found.all_right
    assert [(one.solved, one.wrong, one.par2, one.first) for one in found.scores] == [
        (1, 0, 1.0, 1),
        (0, 1, 20.0, 0),
        (0, 1, 20.0, 0),
    ]
    ((told, _), *_) = bench_lines(found)
    assert told == (
        "board 1: b and c report that no solution exists, but a found one: [1, 3, 0, 2]"
    )


def test_an_interval_lies_around_the_ratio() -> None:
    if not find_spec("scipy"):
        skip_or_fail("SciPy is missing: pip install scipy")
    times = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]
    results = [
        *(solved(board, "a", 3 * seconds) for board, seconds in enumerate(times, 1)),
        *(solved(board, "b", 1.0) for board in range(1, 9)),
    ]
    (ratio,) = summarise([FREE] * 8, results, ["a", "b"], [], 99.0).ratios
    assert ratio.interval
    low, high = ratio.interval
    assert 1.5 < low < ratio.mean < high < 12.0
    (again,) = summarise([FREE] * 8, results, ["a", "b"], [], 99.0).ratios
    assert again == ratio


def some_summary(name: str = "<b> & $a$") -> Summary:
    """Four boards of two densities, two backends, one of them with an odd name."""
    results = [
        *(solved(1, name, 0.5), stopped(2, name), denied(3, name, 0.1), stopped(4, name)),
        *(solved(1, "sicp", 0.2), stopped(2, "sicp"), denied(3, "sicp", 4.0)),
        denied(4, "sicp", 1.0),
    ]
    return summarise(BLOCKED, results, [name, "sicp"], [], 10.0)


def titles(drawn: str) -> Iterable[ET.Element]:
    """The texts that a drawing shows under the mouse pointer."""
    svg = ET.fromstring(drawn)  # noqa: S314  # what was drawn here
    return svg.iter("{http://www.w3.org/2000/svg}title")


def test_each_density_counts_its_boards_with_and_without_a_solution() -> None:
    (transition,) = some_summary().transitions
    low, high = transition.steps
    assert (transition.n, low.density, high.density) == (4, 0.1, 0.5)
    assert (low.boards, low.with_solution, low.without) == (2, 1, 0)
    assert (high.boards, high.with_solution, high.without) == (2, 0, 2)
    assert high.median_seconds["sicp"] == 2.5
    assert low.median_seconds["sicp"] == math.inf


def test_plots_are_drawings_with_words_at_their_marks() -> None:
    found = some_summary()
    plots = bench_charts(found)
    assert plots == bench_charts(some_summary())
    tips = {name: [tip.text for tip in titles(drawn)] for name, drawn in plots.items()}
    assert list(tips) == ["cactus", "transition-blocked-4"]
    assert {
        "sicp: 3 of 4 boards solved, the last after 4.00 s",
        "<b> & $a$: 2 of 4 boards solved, the last after 500 ms",
        "3 within 4.00 s",
    } <= {*tips["cactus"]}
    assert {
        "0.1: 1 of 2 have a solution; 1 board not decided",
        "0.5: 0 of 2 have a solution",
        "sicp, 0.1: beyond the limit",
        "sicp, 0.5: 2.50 s",
    } <= {*tips["transition-blocked-4"]}
    page = bench_page(found, "a machine")
    assert page.count("<svg") == 2
    assert "<b>" not in page
    data = page.partition('id="queens-data">')[2].partition("</script>")[0]
    assert json.loads(data) == json.loads(json.dumps(summary_document(found)))


def test_progress_shows_the_boards_that_were_solved_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = io.StringIO()
    console = Console(width=80, force_terminal=True, color_system=None, file=screen)
    monkeypatch.setattr("solvers.output.progress.Console", lambda **_: console)
    before = (solved(1, "a", 1.0), denied(1, "b", 1.0), stopped(2, "a"))
    with benchmark_progress(["a", "b"], 3, before) as done:
        done(solved(2, "b", 0.1))
    assert re.search(r"a +━.* 2/3 boards, 1 solved", screen.getvalue())
    assert re.search(r"b +━.* 2/3 boards, 2 solved", screen.getvalue())


# The runs


def test_false_answers_of_backends_are_reported() -> None:
    backends = [
        registry.find("sicp"),
        faults.misbehaving(faults.say_none),
        faults.misbehaving(faults.yield_attacking),
    ]
    family = [FREE, CLOSED]
    found = [
        result_of(number, run, problem)
        for number, problem, run in benchmark_runs(family, backends, Limits())
    ]
    assert [(one.board, one.backend, one.answer) for one in found] == [
        (1, "sicp", BoardOutcome.SOLUTION),
        (1, "say_none", BoardOutcome.WRONG),
        (1, "yield_attacking", BoardOutcome.WRONG),
        (2, "sicp", BoardOutcome.NONE),
        (2, "say_none", BoardOutcome.NONE),
        (2, "yield_attacking", BoardOutcome.WRONG),
    ]
    told = summarise(family, found, [one.name for one in backends], [], 300.0)
    assert [one.backend for one in told.wrong] == ["say_none", "yield_attacking", "yield_attacking"]
    assert not told.all_right
    assert not [
        *benchmark_runs(family, backends, Limits(), {(one.board, one.backend) for one in found})
    ]


def rows_in(path: Path) -> dict[tuple[int, str], str]:
    """The rows of the runs that are kept there, as they are written."""
    with closing(sqlite3.connect(path)) as database:
        texts = [text for (text,) in database.execute("SELECT value FROM results")]
    found = [(json.loads(text), text) for text in texts]
    return {(value["board"], value["backend"]): text for value, text in found}


def test_an_interrupted_batch_continues(tmp_path: Path) -> None:
    boards = written([FREE, FREE, CLOSED], tmp_path)  # of the last, local search never knows
    kept = tmp_path / "boards.runs.sqlite"
    command = [sys.executable, "-m", "solvers", "bench", str(boards)]
    command += ["--time-limit", "5m"]
    expected = [f'"board": {board}, "backend": "local-search"' for board in (1, 2)]
    expected.append('"board": 3, "backend": "sicp"')
    log = kept.with_name(f"{kept.name}-wal")
    with subprocess.Popen(
        [*command, "--backends", "sicp,local-search"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        until(lambda: log.exists() and all(one.encode() in log.read_bytes() for one in expected))
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "The table covers 2 of 3 boards" in printed
    first = rows_in(kept)
    assert len(first) == 5
    done = subprocess.run(
        [*command, "--backends", "sicp,backtracking", "--output", "json"],
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, f"The runs are in {kept}\n")
    second = rows_in(kept)
    assert len(second) == 8  # two of local search, three of each other
    assert first.items() <= second.items()
    rows = [
        (row["board"], row["backend"], row["answer"]) for row in json.loads(done.stdout)["runs"]
    ]
    assert rows == [
        *((1, "sicp", "solution"), (1, "backtracking", "solution"), (2, "sicp", "solution")),
        *((2, "backtracking", "solution"), (3, "sicp", "none"), (3, "backtracking", "none")),
    ]


def test_one_json_document_holds_the_runs_and_scores_of_a_batch(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = written(BLOCKED[1:3], tmp_path)
    arguments = f"bench {boards} --backends sicp --output json"
    assert main(arguments.split()) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["boards"], document["boards_run"]) == (1, 2, 2)
    assert [one["blocked_share"] for one in document["runs"]] == [0.1, 0.5]
    assert document["scores"][0]["solved"] == 2
    monkeypatch.setattr("solvers.benchmark.summary.WorkerProcess", None)  # nothing is run again
    assert main([*arguments.split()[:-1], "text", "--plots", str(tmp_path / "p")]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[:4] == ["sicp", "2", "1", "1"]
    assert {one.name for one in (tmp_path / "p").iterdir()} == {
        *("cactus.svg", "transition-blocked-4.svg")
    }


ASKED = {"--time-limit": 10.0, "--memory-limit": 4096.0}
RESULT = solved(1, "sicp", 1.0)
SICP = registry.find("sicp")


@contextmanager
def sicp_runs(
    path: Path,
    instances: Sequence[Instance] = (FREE,),
    asked: Identity = ASKED,
    engine: str = "1",
) -> Iterator[KeptRuns]:
    """The runs that are kept there, with those of sicp."""
    with opened_runs(path, instances, asked) as runs:
        runs.load(SICP, engine)
        yield runs


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"placement": "1302"}, "Expected `array | null`"),
        ({"answer": "perhaps"}, "Invalid enum value 'perhaps'"),
        ({"seconds": True}, "Expected `float | null`"),
        ({"counters": {"row tries": 0.5}}, "Expected `int`"),
        ({"version": None}, "Expected `str`"),
    ],
)
def test_a_kept_run_without_its_fields_is_refused(
    changed: dict[str, object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "runs.sqlite"
    with sicp_runs(path) as runs:
        runs.add(RESULT, {})
    with sicp_runs(path) as runs:
        assert runs.results == {(1, "sicp"): RESULT}
    with closing(sqlite3.connect(path)) as database:
        ((origin,),) = database.execute("SELECT origin FROM results")
    with open_store(path, "file", "") as store:
        store.keep(json.loads(origin), b"1", asdict(RESULT) | changed)
    with (
        pytest.raises(StoreError, match=r"is damaged .the run on board 1: ") as told,
        sicp_runs(path),
    ):
        pass
    assert says in str(told.value)


def test_runs_of_other_boards_limits_or_engines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with sicp_runs(path) as runs:
        runs.add(RESULT, {})
    others = ASKED | {"--memory-limit": 99.0}
    says = r"was made with another --memory-limit \(4096 MiB, now 99 MiB\)"
    with pytest.raises(StoreError, match=says), sicp_runs(path, asked=others):
        pass
    with pytest.raises(StoreError, match=r"other boards \(sha256"), sicp_runs(path, [CLOSED]):
        pass
    says = r"another engine of sicp \(1, now 2\); name another file with --runs"
    with pytest.raises(StoreError, match=says), sicp_runs(path, engine="2"):
        pass


MINE = """
from solvers.interface import Backend
from {helper} import PLACEMENT
def solve(problem, work):
    yield PLACEMENT
BACKEND = Backend("mine", solve=solve)
"""


@pytest.mark.parametrize(
    ("board", "answer"),
    [
        # It is known that every large free board has one.
        (Instance(Problem(30)), BoardOutcome.WRONG),
        # And here one does.
        (Instance(Problem(20, blocked=frozenset({(0, 0)}))), BoardOutcome.WRONG),
        # A certificate shows it.
        (Instance(Problem(9, blocked=frozenset({(0, 0)}))), BoardOutcome.WRONG),
        (CLOSED, BoardOutcome.NONE),
        (Instance(Problem(3)), BoardOutcome.NONE),
    ],
)
def test_a_report_of_no_solution_is_judged_as_on_one_board(
    board: Instance, answer: BoardOutcome
) -> None:
    nothing = Run("liar", "testing", Ending(Cause.DONE), empty(board.problem.n), seconds=1.0)
    assert result_of(1, nothing, board.search_for_one).answer is answer


def test_a_backend_file_that_cannot_run_is_reported(tmp_path: Path) -> None:
    boards = written([FREE], tmp_path)
    (tmp_path / "absent.py").write_text(
        "from solvers.interface import Backend\ndef solve(problem, work):\n    yield ()\n"
        'BACKEND = Backend("absent", solve=solve, requires=("no_such_module",))'
    )
    command = [sys.executable, "-m", "solvers", "bench", str(boards), "--backends"]
    done = subprocess.run(
        [*command, f"sicp,{tmp_path}/absent.py"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 4
    assert "left out: absent cannot run here" in done.stderr


def test_runs_of_another_program_with_that_name_are_refused_in_one_line(tmp_path: Path) -> None:
    boards = written([FREE], tmp_path)
    for folder, placement in (("a", (1, 3, 0, 2)), ("b", (0, 1, 2, 3))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MINE.format(helper="helper"))
        (tmp_path / folder / "helper.py").write_text(f"PLACEMENT = {placement}")
    command = [sys.executable, "-m", "solvers", "bench", str(boards), "--backends"]
    done = [
        subprocess.run(
            [*command, str(tmp_path / folder / "mine.py")],
            check=False,
            capture_output=True,
            text=True,
        )
        for folder in "aba"
    ]
    assert [one.returncode for one in done] == [0, 2, 0]
    (line,) = done[1].stderr.splitlines()
    assert "was made with another module helper (" in line
    assert "name another file with --runs" in line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("bench", "required: FILE"),
        ("bench {} --backends cp-sta", "did you mean cp-sat?"),
        ("bench /dev/null", "the file has no boards"),
    ],
)
def test_bench_refuses_bad_arguments_in_one_line(
    arguments: str, says: str, tmp_path: Path, queens: Queens
) -> None:
    assert says in queens.refusal(*arguments.format(written([FREE], tmp_path)).split())
    assert [one.name for one in tmp_path.iterdir()] == ["boards.jsonl"]


# The chapter


@pytest.mark.parametrize(("name", "kinds"), [("given", WHOLE.given), ("blocked", WHOLE.blocked)])
def test_the_document_shows_the_tables_of_the_kept_results(
    name: str, kinds: list[tuple[BoardKind, Fraction]]
) -> None:
    family = boards_of(kinds, WHOLE)
    with (RESULTS / f"{name}.csv").open() as file:
        results = [
            BoardResult(
                board=int(row["board"]),
                backend=row["backend"],
                status=Status(row["status"]),
                answer=BoardOutcome(row["answer"]),
                seconds=float(row["seconds"]) if row["seconds"] else None,
            )
            for row in csv.DictReader(file)
        ]
    found = summarise(family, results, SEARCHERS, [], WHOLE.seconds)
    assert found.boards == len(family)
    text = DOCUMENT.read_text()
    assert "\n".join(density_table(found)) in text
    assert "\n".join(score_table(found)) in text


def test_a_paradigm_is_measured() -> None:
    lines, nodes, _, _ = measured(registry.find("sicp"), 0.0)
    assert int(lines) > 10
    assert nodes == "1,965"


def test_every_contest_of_the_benchmarks_can_be_made(tmp_path: Path) -> None:
    made = [contest for contest in contests(tmp_path) if not isinstance(contest, MissingError)]
    assert {"sicp", "prolog", "cp-sat", "bitset"} <= {contest.ours.name for contest in made}
