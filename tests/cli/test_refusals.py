"""Bad input is refused in one line that says what is wrong, before anything runs."""

from __future__ import annotations

import pytest
from places import ROOT, ZOO
from queens_command import Queens

RIGHT = str(ZOO / "exercise_class.py")

REFUSED: dict[str, list[tuple[list[str], str]]] = {
    "check": [
        (["nothing.py"], "there is no file nothing.py"),
        ([f"{'a' * 5000}.py"], "there is no file aaa"),
        ([str(ZOO / "expected.csv")], "not a supported program"),
        *(([RIGHT, "--n", n], "--n must be between 1 and 12") for n in ("13", "0")),
        *(
            ([RIGHT, "--points", points], "is not a list of points")
            for points in ("x", "4:inf", "4:nan", "4:-1", "4:0", "4:" + "9" * 300)
        ),
        ([RIGHT, "--points", "9:1"], "n is from 1 to 8 (raise --n"),
        ([RIGHT, "--points", "4:1,4:2"], "give each n once"),
        ([RIGHT, "--time-limit", "9" * 300], "is not a time"),
        ([RIGHT, "--memory-limit", "1e300"], "is not a positive whole number"),
        ([RIGHT, "--call", " "], "is no call; give one on one line"),
        ([RIGHT, "--call", "a\nb"], "is no call; give one on one line"),
        ([f"{RIGHT}::queens", "--call", "q({n})"], "both name the call; give one of them"),
        ([str(ROOT / "docs/homework"), "--out", "/dev/full"], "/dev/full is not a regular file"),
        ([str(ZOO), "--out", __file__], "already exists and is not a table that"),
        ([RIGHT, "--out", "x.csv"], "--out works only with a folder"),
        ([RIGHT, "--not-judged", "1_0"], "'1_0' is not a score"),
        ([str(ZOO), "--output", "json"], "work only with a file"),
        ([str(ZOO), "--show-output"], "work only with a file"),
        ([RIGHT, "--jobs", "1"], "--jobs works only with a folder"),
        ([RIGHT, "--project"], "--project works only with a folder"),
        ([RIGHT, "--feedback", "pages"], "--feedback works only with a folder"),
        ([f"{RIGHT}::a b"], "is not a name; give one, for example"),
        ([str(ZOO / "golden")], "there is no file"),
        (["/etc/security"], "there is no program in"),
    ],
    "compare": [
        (["--n", "-1"], "n is from 0 to 1000000,"),
        *((["--n", n], f"'{n}' is not a board size") for n in ("x", "99999999999999999999")),
        (["--n", "300"], "add --first to find one"),
        (["--n", "10-4"], "goes up, as in 4-10; not 10-4"),
        (["--n", "4,,6"], "'' is not a board size"),
        (["--backends", "prolg"], "did you mean prolog?"),
        (["--backends", "zzzzzz"], "queens compare --list (in Python: "),
        (["--backends", ""], "there is no backend ''"),
        (["--n", "63", "--backends", "bitset"], "bitset supports n up to 62"),
        (["--n", "14", "--backends", "data"], "left out at n = 14: arrays, which takes"),
        (["--n", "256"], "too large to find all solutions"),
        (["--n", "1000001", "--first"], "from 0 to 1000000"),
        (["--n", "4", "--prefix", "0,2,1,3,0"], "at most 4 rows"),
        (["--n", "4", "--prefix", "4"], "rows are 0 to 3"),
        (["--n", "4", "--prefix", "0,-1"], "row -1 in column 1"),
        (["--n", "8", "--prefix", "0,1"], "attack each other"),
        (["--n", "8", "--prefix", "0,a"], "'a' is not a row"),
        (["--n", "3-8", "--prefix", "1,3,5,0"], "board of 3 columns"),
        (["--time-limit", "0"], "is not a time"),
        (["--memory-limit", "0"], "is not a positive whole number"),
        (["--output", "xml"], "invalid choice: 'xml'"),
        (["--nonsense"], "unrecognized arguments: --nonsense (see --help)"),
        (["-n", "8"], "unrecognized arguments: -n"),
        (["nosuch"], "there is no file nosuch"),
        (["."], ". cannot be checked: it cannot be read: Is a directory"),
        (["--jobs", "0"], "is not a positive whole number; give e.g. 5"),
        (["--checkpoint", "/dev/null"], "cannot be opened"),
        (["--checkpoint", "ck", "--repeat", "3"], "leave out one of them"),
        (["--n", "4,5", "--certify", "both"], "--certify FILE saves one certificate; give one --n"),
        (["--certify", "/nonexistent/four"], "there is no folder /nonexistent"),
        (["--certify", "/dev/null"], "/dev/null is not a regular file"),
    ],
    "solve": [
        (["--n", "4", "--given", "0:1,1:2"], "the queens given at 0:1 and 1:2 attack each other"),
        (["--n", "4", "--given", "0:1", "--prefix", "2"], "two queens are given in column 0"),
        (["--n", "4", "--given", "2:1", "--prefix", "1"], "at 0:1 and 2:1 attack each other"),
        (["--n", "4", "--given", "0:1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--prefix", "1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--blocked", "4:0"], "4:0 is off the board"),
        (["--n", "4", "--blocked", "4"], "'4' is not a square; give column:row"),
        (["--n", "4", "--board", "board.txt"], "leave out --n"),
        (["--board", "no-such-file"], "no-such-file: No such file"),
        (["--board", "/dev/null"], "is empty; for zero queens, use --n 0"),
        (["--board", __file__], "of the board"),
        (["--board", "/bin/sh"], "is not text in UTF-8; save it as UTF-8"),
    ],
    "": [
        (["nonsense"], "invalid choice: 'nonsense' (choose from "),
        (["trace", "--nc", "5 (1 3 4)", "--backend", "sicp"], "not allowed with"),
        (["trace", "--nc", "5"], "is not a row and a list of rows"),
        (["check", "a.py", "--jobs", "1000000"], "too many; at most 256"),
        (["contract", "sicp", "--backends", "sicp"], "not allowed with"),
        (["contract"], "is required"),
        (["solve", "8"], "queens solve: error: unrecognized arguments: 8"),
        (["check", "a.py", "b.py"], "unrecognized arguments: b.py"),
        (["solve", "--n", "4-6"], "more than one board size"),
        (
            ["solve", "--backend", "cp-sat", "--course-notation"],
            "--course-notation does not work with cp-sat",
        ),
        (["solve", "--limit", "0"], "'0' is not a positive whole number; give e.g. 5"),
        (["trace", "--backend", "cp-sat"], "cannot be traced"),
        (["trace", "--backend", "sicp", "--explain"], "--explain does not work with sicp"),
        (["verify", "/nonexistent"], "/nonexistent: No such file or directory"),
    ],
}
"""The arguments of each command, or of the first of them, with words of the refusal."""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*command.split(), *arguments], says)
        for command, cases in REFUSED.items()
        for arguments, says in cases
    ],
    ids=lambda value: " ".join(value)[-60:] if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], says: str, queens: Queens) -> None:
    assert says in queens.refusal(*arguments)
