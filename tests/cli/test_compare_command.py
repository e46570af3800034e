"""compare.py as people use it."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import misbehaving_backends as faults
import psutil
import pytest
from browser import crosscheck
from places import ROOT
from processes import PATIENCE, until
from queens_command import Queens
from report_page import page
from shares import WHOLE_ZOO
from typed_commands import Done, typed

import solvers
from solvers import registry
from solvers.cli.compare import main
from solvers.cli.exit_codes import ExitCode
from solvers.comparison import ComparisonPlan
from solvers.execution.availability import Availability
from solvers.execution.result import Cause, Ending, Run
from solvers.interface import Backend
from solvers.output.run_table import counter_words
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Goal
from solvers.tracing.traces import is_traced

Capture = pytest.CaptureFixture[str]
PURE = "sicp,backtracking"
RUN_FIELDS = {
    "backend", "paradigm", "status", "verdict", "solutions", "invalid", "duplicates", "missing",
    "extra", "malformed", "witness", "seconds", "first_solution_seconds", "startup_seconds",
    "peak_memory_mib", "counters", "version", "note",
}  # fmt: skip


def compare(*arguments: str) -> Done:
    """Run compare.py with these arguments."""
    return typed(shlex.join(["compare.py", *arguments]))


ALL = registry.backends()


@pytest.fixture
def with_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry also lists some backends that misbehave."""
    known = registry.backends() | {
        backend.name: backend
        for backend in (
            faults.ABSENT,
            faults.halfway(faults.sleep_for_ever),
            faults.halfway(faults.kill_itself),
            faults.misbehaving(faults.lose_one),
            faults.misbehaving(faults.yield_floats),
        )
    }
    monkeypatch.setattr(registry, "backends", lambda: known)


THE_FIVE = ("sicp", "backtracking", "cp-sat", "python-constraint", "prolog")


@pytest.mark.zoo
def test_the_text_shows_every_backend_and_the_proof() -> None:
    """The comparison is of all backends if the whole zoo runs."""
    everything = WHOLE_ZOO
    done = compare("--n", "6", *(("--backends", "all") if everything else ()))
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "6 queens"
    for title in ("backend", "paradigm", "status", "solutions", "first", "all", "memory", "work"):
        assert title in lines[1]
    known = [one.name for one in registry.choose(["all"])] if everything else [*THE_FIVE]
    assert [line.split()[0] for line in lines[2 : 2 + len(known)]] == known
    assert "found" in lines[-1]
    assert "4 solutions, and there are no others (proof checked: 742 steps" in lines[-1]
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        ("default", ",".join(THE_FIVE)),
        ("bitset,variants,backtracking", "bitset,backtracking,backtracking-tables"),
        ("data,imperative", "arrays,sql,bitset,coroutines,objects,permutation"),
        ("logic,variants", "prolog,prolog-optimised,asp,chr,minikanren,rewriting"),
        ("textbooks", ",".join(n for n in ALL if not ALL[n].variant_of and ALL[n].enumerates)),
        ("sicp-pairs,prolog,sicp", "prolog,sicp,sicp-pairs"),
        ("prolog,prolog-optimised,variants", "prolog,prolog-optimised"),
        ("variants,all", ",".join(one.name for one in registry.choose(["all"]))),
        ("variants", ",".join(n for n in ALL if ALL[n].variant_of and ALL[n].enumerates)),
    ],
)
def test_variants_follow_their_textbooks(names: str, chosen: str) -> None:
    assert ",".join(one.name for one in registry.choose(names.split(","))) == chosen


def test_a_textbook_is_chosen_by_its_group() -> None:
    textbooks = {name for name, one in ALL.items() if one.group and not one.variant_of}
    in_groups = [one.name for one in registry.choose(registry.groups(), Goal.FIRST)]
    assert set(in_groups) == textbooks
    assert {"constraint", "logic", "scheme"} <= set(registry.groups())


def test_a_report_of_many_backends_groups_them() -> None:
    few = [name for name in ALL if name.startswith("sicp")]
    many = [*few, "permutation", "coroutines", "objects", "arrays", "sql"]
    headings = [f'<h3 id="group-{name}">{name}</h3>' for name in ("data", "imperative", "scheme")]
    shown = page([crosscheck(4, *many)], "here")
    assert [shown.count(heading) for heading in headings] == [1, 1, 1]
    assert headings[2] not in page([crosscheck(4, *few)], "here")


def test_a_backend_file_is_listed_and_is_no_default_for_one_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "listed_here.py"
    file.write_text(
        "from solvers.interface import Backend\n"
        "from solvers.paradigms.sicp.exercise import REPRESENTATION, solve as right\n"
        "def solve(problem, work):\n    return right(problem, work)\n"
        "BACKEND = Backend('listed-here', solve=solve)\n"
    )
    assert main(["--list", "--backends", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("listed-here ")
    outside = registry.find(str(file))
    assert not is_traced(outside)  # though its module has SICP's representation
    known = registry.backends() | {"listed-here": outside}
    monkeypatch.setattr(registry, "backends", lambda: known)
    assert "listed-here" not in registry.default_backends(Goal.FIRST)
    assert "listed-here" in [one.name for one in registry.choose(["all"], Goal.FIRST)]


def test_variants_stand_under_their_parent_with_the_ratio() -> None:
    arguments = ("--n", "8", "--backends", "permutation,backtracking,variants")
    lines = compare(*arguments).stdout.splitlines()
    (variant,) = (number for number, line in enumerate(lines) if "backtracking-tables" in line)
    assert lines[variant - 1].startswith("backtracking ")
    assert re.match(r"  backtracking-tables .* \d+\.\d+ times as fast", lines[variant])
    assert "times as fast" not in lines[variant - 1]
    runs = json.loads(compare(*arguments, "--output", "json").stdout)["runs"]
    assert [run["variant_of"] for run in runs] == ["", "", "backtracking"]


def test_a_quicker_way_is_named_before_minutes_of_search(
    queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComparisonPlan, "results", lambda *_: iter(()))
    assert "14 queens have 365,596 solutions" in queens("compare", "--n", "14").err
    for quick in (["--n", "12"], ["--n", "14", "--first"], ["--n", "14", "--backends", "bitset"]):
        assert queens("compare", *quick).err == ""


def test_a_slow_backend_is_named_before_its_search(queens: Queens) -> None:
    names = "sicp,sicp-interchanged"
    shown = queens("compare", "--n", "8", "--backends", names, "--time-limit", "0.1", code=3).err
    assert shown == "at n = 8, sicp-interchanged (up to 7) may reach the time limit\n"
    assert queens("compare", "--n", "5", "--backends", names).err == ""


def test_a_board_too_large_for_one_backend_is_left_to_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {name: registry.backends()[name] for name in ("sicp", "bitset")}
    monkeypatch.setattr(registry, "backends", lambda: known)
    prefix = ",".join(map(str, [*range(1, 64, 2), *range(0, 64, 2)][:60]))
    assert main(["--n", "64", "--backends", "all", "--prefix", prefix]) == 0
    assert capsys.readouterr().err == (
        "left out at n = 64: bitset, which takes boards up to n = 62, not n = 64\n"
    )


def test_json_has_the_fields_of_the_contract() -> None:
    done = compare("--n", "8", "--backends", PURE, "--output", "json")
    assert done.returncode == 0
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert document["schema"] == 1
    assert document["n"] == 8
    assert document["prefix"] == []
    assert document["expected_solutions"] == 92
    assert document["verdict"] == "identical"
    assert re.fullmatch("sha256:[0-9a-f]{64}", document["digest"])
    assert len(document["runs"]) == 2
    for run in document["runs"]:
        assert run.keys() >= RUN_FIELDS
        assert (run["status"], run["verdict"]) == ("complete", "correct")
        assert run["solutions"] == 92
        assert run["witness"] is None
        assert run["seconds"] >= run["first_solution_seconds"] > 0


@pytest.mark.parametrize(
    ("prefix", "solutions"), [("2,4", 4), ("4,6,0", 2), ("0,2", 0), (" 2, 4 ", 4)]
)
def test_a_prefix_limits_the_solutions_of_every_backend(
    prefix: str, solutions: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--n", "8", "--prefix", prefix, "--backends", PURE, "--output", "json"]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["prefix"] == [int(row) for row in prefix.split(",")]
    assert document["expected_solutions"] is None
    assert document["verdict"] == "identical"
    assert [run["status"] for run in document["runs"]] == ["complete", "complete"]
    assert {run["solutions"] for run in document["runs"]} == {solutions}


def test_several_sizes_give_one_json_document_per_line() -> None:
    done = compare("--n", "0-3,6,5-6", "--backends", "sicp", "--output", "json")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [document["n"] for document in documents] == [0, 1, 2, 3, 6, 5]
    assert [document["runs"][0]["solutions"] for document in documents] == [1, 1, 0, 0, 4, 10]
    assert {document["verdict"] for document in documents} == {"identical"}
    assert done.returncode == 0


def test_csv_has_a_row_per_run_with_the_fields_of_the_json() -> None:
    done = compare("--n", "4,6", "--backends", PURE, "--output", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["n"], row["backend"], row["solutions"]) for row in rows] == [
        ("4", "sicp", "2"),
        ("4", "backtracking", "2"),
        ("6", "sicp", "4"),
        ("6", "backtracking", "4"),
    ]
    assert rows[0].keys() >= RUN_FIELDS
    assert {row["agreement"] for row in rows} == {"identical"}
    assert json.loads(rows[1]["counters"])["row_tries"] == 60


def test_list_names_every_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without starting them all: that is done where docs/compare.md shows the list."""
    absent = next(iter(registry.backends()))

    def asked(backend: Backend) -> Availability:
        cause = Cause.CANNOT_RUN if backend.name == absent else Cause.DONE
        return Availability(backend, "1.2", Ending(cause, detail="taken away"))

    monkeypatch.setattr("solvers.execution.availability._without_worker", asked)
    done = compare("--list")
    assert done.returncode == 0
    table, differences, for_one = re.split("\n\n(?:how|about) the .*:\n", done.stdout)
    assert {"cp-sat", "local-search"} <= {line.split()[0] for line in for_one.splitlines()}
    known = registry.backends()
    assert [line.split()[0] for line in table.splitlines()[1:]] == list(known)
    assert [line.split()[0] for line in table.splitlines() if "no: " in line] == [absent]
    indented = [line.split()[0] for line in table.splitlines() if line.startswith("  ")]
    assert indented == [line.split()[0] for line in differences.splitlines()]
    assert indented == [name for name, one in known.items() if one.variant_of]


def test_list_keeps_the_order_of_the_registry(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {name: registry.backends()[name] for name in ("sicp", "sicp-pairs", "permutation")}
    monkeypatch.setattr(registry, "backends", lambda: known)
    assert main(["--list"]) == 0
    table, _, _ = capsys.readouterr().out.partition("\n\n")
    assert [line.split()[0] for line in table.splitlines()[1:]] == list(known)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--n", "-1"], "from 0 to 1000000, not -1"),
        (["--n", "x"], "'x' is not a board size"),
        (["--n", "300"], "add --first to find one"),
        (["--n", "10-4"], "write 4-10"),
        (["--n", "4,,6"], "'' is not a board size"),
        (["--n", "1e3"], "is not a board size"),
        (["--n", "99999999999999999999"], "is not a board size"),
        (["--backends", "prolg"], "did you mean prolog?"),
        (["--backends", "zzzzzz"], "shows all names"),
        (["--backends", ""], "there is no backend ''"),
        (["--n", "63", "--backends", "bitset"], "bitset takes boards up to n = 62"),
        (["--n", "256"], "too large to find all solutions"),
        (["--n", "1000001", "--first"], "from 0 to 1000000"),
        (["--n", "4", "--prefix", "0,2,1,3,0"], "at most 4 rows"),
        (["--n", "4", "--prefix", "4"], "rows are 0 to 3"),
        (["--n", "4", "--prefix", "0,-1"], "row -1 in column 1"),
        (["--n", "8", "--prefix", "0,1"], "attack each other"),
        (["--n", "8", "--prefix", "0,a"], "'a' is not a row"),
        (["--n", "3-8", "--prefix", "1,3,5,0"], "board of 3 columns"),
        (["--time-limit", "0"], "is not a time"),
        (["--time-limit", "5h"], "is not a time"),
        (["--time-limit", "nan"], "is not a time"),
        (["--memory-limit", "0"], "is not an amount of memory"),
        (["--memory-limit", "much"], "is not an amount of memory"),
        (["--output", "xml"], "invalid choice: 'xml'"),
        (["--show", "1"], "queens solve draws solutions with --style"),
        (["--nonsense"], "unrecognized arguments: --nonsense (see --help)"),
        (["-n", "8"], "unrecognized arguments: -n; did you mean --n?"),
        (["8"], "8 is not a program file; did you mean --n 8?"),
        (["nosuch"], "there is no file nosuch"),
        (["--backends", "sicp,", "bitset"], "use --backends sicp,bitset"),
        (["."], ". is a folder; queens check . marks the programs in it"),
        (
            ["sicp", "bitset"],
            "sicp is not a program file; to compare backends, use --backends sicp,b",
        ),
        (["--backends", "sicp", "bitset"], "use --backends sicp,bitset"),
        (["--list", "--output", "csv"], "prints text only"),
    ],
    ids=" ".join,
)
def test_compare_refuses_bad_input_in_one_line(
    arguments: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal("compare", *arguments)


@pytest.mark.usefixtures("with_faults")
@pytest.mark.parametrize(
    ("backends", "code", "verdict"),
    [
        ("sicp,lose_one", 1, "different"),
        ("sicp,sleep_for_ever", 3, "incomplete"),
        ("sicp,kill_itself", 3, "incomplete"),
        ("sicp,absent", 4, "incomplete"),
        ("absent", 4, "incomplete"),
        ("sleep_for_ever,absent", 4, "incomplete"),
        ("sicp,absentees", 4, "incomplete"),  # a group
        ("lose_one,sleep_for_ever,absent", 1, "different"),
    ],
)
def test_the_exit_code_follows_the_verdict(
    backends: str, code: int, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--n", "8", "--backends", backends, "--time-limit", "1", "--output", "json"]
    assert main(arguments) == code
    assert json.loads(capsys.readouterr().out)["verdict"] == verdict


@pytest.mark.parametrize("keyword", ["all", "textbooks"])
def test_a_keyword_leaves_out_a_backend_that_cannot_run_here_and_names_it(
    keyword: str, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    known = {backend.name: backend for backend in (registry.find("sicp"), faults.ABSENT)}
    monkeypatch.setattr(registry, "backends", lambda: known)
    said = queens("compare", "--n", "4", "--backends", keyword).out
    assert "identical" in said
    assert "absent cannot run here" in said


@pytest.mark.usefixtures("with_faults")
def test_the_most_serious_exit_code_of_all_sizes_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--n", "6,3", "--backends", "sicp,lose_one"]) == 1
    assert capsys.readouterr().out.count("identical: ") == 1


@pytest.mark.usefixtures("with_faults")
def test_a_disagreement_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--n", "6", "--backends", "sicp,lose_one,yield_floats"])
    said = capsys.readouterr().out
    assert "different: lose_one is wrong (1 missing); yield_floats is wrong (4 malformed" in said
    assert "missing, for example the solution [1, 3, 5, 0, 2, 4]" in said
    assert "0 ·  ·  ·  ♛  ·  ·" in said
    assert "column 0 holds a number with a point, not a whole number" in said


def test_an_endless_program_is_incomplete_not_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "endless.py"
    program.write_text("def queens(n):\n    while True:\n        pass\n")
    arguments = ["--n", "5", "--backends", "sicp", "--time-limit", "1", "--sandbox", "basic"]
    assert main([*arguments, str(program)]) == 3
    assert "endless.py (time-limit) did not finish." in capsys.readouterr().out


@pytest.mark.usefixtures("with_faults")
def test_a_default_backend_that_cannot_run_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "DEFAULT", ("sicp", "absent"))
    assert main(["--n", "6"]) == 0
    said = capsys.readouterr().out
    assert "identical: " in said
    assert "absent cannot run here." in said
    assert "to install: pip install no-such-engine" in said


def processes_below(pid: int) -> list[psutil.Process]:
    """The processes that this one has started, itself or through others."""
    children: list[psutil.Process] = psutil.Process(pid).children(recursive=True)
    return children


def has_worked(process: psutil.Process) -> bool:
    """Whether the process has searched for a while."""
    with suppress(psutil.Error):  # it has just ended
        return bool(process.cpu_times().user > 1.0)
    return False


def interrupted(output: str, number: signal.Signals) -> str:
    """The output of a comparison that is interrupted while it searches; nothing goes on."""
    command = [sys.executable, "compare.py", "--n", "13", "--backends", PURE, "--output", output]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        until(lambda: any(has_worked(each) for each in processes_below(process.pid)))
        children = processes_below(process.pid)
        process.send_signal(number)
        said, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complained == ""
    assert not [child for child in children if child.is_running()]
    return said


def test_an_interrupted_comparison_reports_its_runs_so_far() -> None:
    said = interrupted("text", signal.SIGINT)
    assert "sicp did not finish (cancelled): interrupted" in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_comparison_prints_a_whole_document(number: signal.Signals) -> None:
    document = json.loads(interrupted("json", number))
    assert document["verdict"] == "incomplete"
    assert [run["status"] for run in document["runs"]] == ["cancelled", "cancelled"]
    assert document["runs"][0]["solutions"] > 0
    assert document["runs"][1]["note"] == "not started"


def test_an_interrupted_report_is_written_without_the_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solvers.tracing.films.record_films", interrupt)
    report = tmp_path / "report.html"
    assert main(["--n", "4", "--backends", "sicp", "--report", str(report)]) == 130
    told = capsys.readouterr().err
    assert told.endswith(f"interrupted; the report is in {report}, without the searches\n")
    assert "interrupted before this search was recorded" in report.read_text()


def test_a_reader_that_leaves_ends_the_comparison_and_keeps_the_report(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    command = [sys.executable, "compare.py", "--n", "4-9", "--backends", "sicp"]
    command += ["--report", str(page)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == f"The report is in {page}\n"
    assert process.returncode == ExitCode.INTERRUPTED  # nothing says that all are identical
    assert "4 queens" in page.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("output", ["text", "csv"])
def test_an_output_that_cannot_be_written_is_reported_in_one_line(output: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "compare.py", "--n", "4", "--backends", "sicp", "--output", output],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=100,
        )
    assert done.returncode == 2
    assert done.stderr == "compare.py: error: cannot write the output: No space left on device\n"


def test_without_its_packages_compare_names_the_command_to_run(tmp_path: Path) -> None:
    (tmp_path / "compare.py").write_bytes((ROOT / "compare.py").read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "compare.py"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=100,
    )
    assert done.returncode == 2
    assert "run `make compare`" in done.stderr
    assert done.stderr.count("\n") == 1


@cache
def in_a_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """The output of compare.py in a terminal of that width."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "compare.py", *arguments],
        cwd=ROOT,
        stdout=theirs,
        stderr=theirs,
        stdin=theirs,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns)} | environment,
    ) as process:
        os.close(theirs)
        said = b""
        while True:
            if not select.select([ours], [], [], 60)[0]:
                break
            try:
                received = os.read(ours, 1 << 16)
            except OSError:  # the last one at the other end has left
                break
            if not received:
                break
            said += received
    os.close(ours)
    assert process.returncode == 0
    return said.decode()


def test_a_terminal_shows_finished_runs_while_others_go_on() -> None:
    said = in_a_terminal("--n", "8", "--backends", PURE, columns=100)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said).replace("\r", "")
    assert re.search(r"\bsicp .* 92/92 solutions .* complete\n2 of 2  backtracking ", plain)


def test_a_terminal_shows_progress_and_colour() -> None:
    said = in_a_terminal("--n", "10", "--backends", "sicp")
    assert "/724" in said
    assert "\x1b[1;32m" in said


def test_no_colour_means_no_colour() -> None:
    said = in_a_terminal("--n", "6", "--backends", "sicp", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", said)
    assert "correct: sicp found 4 solutions" in said


@pytest.mark.parametrize(
    ("columns", "words"),
    [(60, ["backtracking", "92"]), (100, ["backtracking", "92", "row tries", "complete"])],
    ids=["narrow", "wide"],
)
def test_no_line_is_longer_than_the_terminal(columns: int, words: list[str]) -> None:
    said = in_a_terminal("--n", "8", "--backends", PURE, columns=columns)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    drawn = [line.split("\r")[-1] for line in plain.replace("\r\n", "\n").split("\n")]
    assert max(map(len, drawn)) <= columns
    assert [word for word in words if word not in plain] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("row_tries", "1 row try"),
        ("branches", "1 branch"),
        ("placements_printed", "1 placement printed"),
        ("inference", "1 inference"),
    ],
)
def test_a_counter_of_one_is_written_in_the_singular(name: str, words: str) -> None:
    assert counter_words(Run("mine", "", Ending(Cause.DONE), empty(4), counters={name: 1})) == [
        words
    ]


def test_compare_first_finds_one_solution_with_each_backend(capsys: Capture) -> None:
    arguments = ["--n", "30", "--first", "--backends", "cp-sat,local-search"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "30 queens, one solution\n" in shown
    assert "correct: both backends found a valid solution." in shown
    assert main([*arguments, "--output", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["goal"], document["evidence"], document["digest"]) == (
        "first",
        "solution",
        None,
    )
    assert [run["solutions"] for run in document["runs"]] == [1, 1]


@pytest.mark.parametrize("n", [2, 3])
def test_a_method_that_cannot_prove_that_none_exists_says_so(n: int, capsys: Capture) -> None:
    arguments = ["--n", str(n), "--first", "--backends", "sicp,construction,local-search"]
    assert main(arguments) == 4
    told = capsys.readouterr()
    for name in ("construction", "local-search"):
        assert f"{name} cannot run here: it cannot prove that there is no way" in told.out


def test_a_formula_for_empty_boards_says_so(capsys: Capture) -> None:
    arguments = ["--n", "6", "--first", "--prefix", "1", "--backends", "sicp,construction"]
    assert main(arguments) == 4
    assert "construction cannot run here: it solves empty boards only" in capsys.readouterr().out
    with pytest.raises(ValueError, match="construction solves empty boards only"):
        solvers.solve(6, "construction", prefix=(1,), goal="first")


def test_runs_that_end_alike_share_a_line(capsys: Capture) -> None:
    names = ["sicp", "backtracking", "permutation", "streams"]
    arguments = ["--n", "200", "--first", "--time-limit", "0.1", "--backends", ",".join(names)]
    assert main(arguments) == 3
    shown = capsys.readouterr().out
    assert shown.count("stopped after") == 1
    assert "4 did not finish." in shown


def test_a_report_of_a_wide_board_has_a_reduced_picture_and_nothing_to_draw(
    tmp_path: Path,
) -> None:
    report = tmp_path / "wide.html"
    arguments = ["--n", "1000", "--first", "--backends", "construction", "--report", str(report)]
    assert main(arguments) == 0
    page = report.read_text()
    assert page.count("<circle") == 1000
    assert '"solutions":null' in page


def test_a_backend_for_one_solution_is_a_row_of_a_comparison(queens: Queens) -> None:
    names = ["compare", "--n", "6", "--backends", "sicp,local-search", "--output", "json"]
    document = json.loads(queens(*names, code=4).out)
    sicp, search = document["runs"]
    assert (sicp["verdict"], document["verdict"]) == ("correct", "incomplete")
    assert search["status"] == "unavailable"
    assert "add --first" in search["note"]
