"""No output replaces an input, another output, or a file of another kind."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from queens_command import Queens

from solvers import trace
from solvers.atomic_file import FileKind, check_target, replacing
from solvers.cli.queens import NAMES, commands
from solvers.errors import UsageError, WriteError

INPUTS = {"FILE": ("--board",)}
"""The options that name a file to read, by the metavar that they share with outputs."""

PLACES = {"FILE", "CERTIFICATE", "DIR"}
MINE = "def queens(n):\n    return []\n"
CONTENTS = {"hw.py": MINE, "class/ada.py": MINE, "board.txt": "....\n" * 4, "notes": "mine"}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of the user's, which is the current one."""
    monkeypatch.chdir(tmp_path)
    for name, text in CONTENTS.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    return tmp_path


def contents() -> dict[str, str]:
    return {
        str(path): path.read_text(errors="replace") for path in Path().rglob("*") if path.is_file()
    }


def writing_options() -> Iterator[tuple[str, str, str]]:
    """Each command with each of its options that writes, and what the option names."""
    for name in NAMES:
        parser = argparse.ArgumentParser()
        (command,) = commands([name])
        command.add_arguments(parser)
        for action in parser._actions:
            if action.option_strings and action.metavar in PLACES:
                option = action.option_strings[0]
                if option not in INPUTS.get(str(action.metavar), ()):
                    yield name, option, str(action.metavar)


OTHERS = {
    "compare": ("--n", 4, "--backends", "sicp"),
    "check": ("class", "--n", 1),
    "contract": (),
    "site": ("--one-file",),
}
"""The arguments beside an option that writes."""


@pytest.mark.parametrize(("command", "option", "place"), list(writing_options()))
def test_no_option_that_writes_replaces_a_file_of_another_kind(
    command: str, option: str, place: str, files: Path, queens: Queens
) -> None:
    target = "hw.py" if command == "contract" else "notes"
    others = (
        ("--backends", "sicp") if option == "--out" and command == "contract" else OTHERS[command]
    )
    says = queens.refusal(command, *others, option, target)
    assert target in says
    assert contents() == CONTENTS


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "--n", 6, "--certify", "hw.py"], "hw.py already exists and is not a certif"),
        (["compare", "hw.py", "--report", "./hw.py"], "would replace hw.py, which this command re"),
        (["compare", "hw.py::queens", "--report", "hw.py"], "would replace hw.py, which this"),
        (["compare", "--board", "board.txt", "--report", "board.txt"], "which this command reads"),
        (["compare", "--report", "new", "--certify", "new"], "new, which is also for the report"),
        (["check", "class", "--out", "fb/class.html", "--feedback", "fb"], "also for the table"),
        (["check", "class", "--out", "class/ada.py"], "which this command reads"),
        (["check", "class", "--feedback", "notes"], "notes is not a folder"),
    ],
)
def test_what_would_be_lost_is_named_before_anything_runs(
    arguments: Sequence[object], says: str, files: Path, queens: Queens
) -> None:
    Path("fb").mkdir()
    assert says in queens.refusal(*arguments)
    assert contents() == CONTENTS


@pytest.mark.usefixtures("marked_here")
def test_the_pages_of_a_class_replace_only_pages(files: Path, queens: Queens) -> None:
    marking = ("check", "class", "--n", 1, "--out", "g.csv", "--feedback", "pages")
    for _ in range(2):  # its own files are replaced
        queens(*marking, code=3)
    (page,) = Path("pages").glob("ada-*.html")
    for name in (page, Path("pages/class.html"), Path("pages/class-names.html")):
        before = name.read_text()
        name.write_text("<p>mine</p>")
        assert f"{name} already exists" in queens.refusal(*marking)
        name.write_text(before)


@pytest.mark.usefixtures("marked_here")
def test_a_program_named_as_the_class_page_has_a_page_of_its_own(
    files: Path, queens: Queens
) -> None:
    Path("hand-ins/class").mkdir(parents=True)
    Path("hand-ins/class/main.py").write_text(MINE)
    queens("check", "hand-ins", "--project", "--n", 1, "--feedback", "pages", code=3)
    assert len(list(Path("pages").glob("*.html"))) == 3  # two of them for the class


def test_a_certificate_and_a_report_replace_their_like(files: Path, queens: Queens) -> None:
    for _ in range(2):
        queens("compare", "--n", 4, "--backends", "sicp", "--report", "r", "--certify", "c")
    assert "r already exists" in queens.refusal("compare", "--n", 4, "--certify", "r")
    assert "c already exists" in queens.refusal("compare", "--n", 4, "--report", "c")


def test_a_saved_page_makes_no_folder_and_replaces_only_a_page(files: Path) -> None:
    film = trace(4)
    with pytest.raises(WriteError, match=r"cannot write the page none/film\.html"):
        film.save("none/film.html")
    with pytest.raises(UsageError, match=r"hw\.py already exists and is not a page"):
        film.save("hw.py")
    for _ in range(2):
        film.save("film.html")
    assert contents().keys() == CONTENTS.keys() | {"film.html"}


# Written whole or not at all


OURS = FileKind("report", lambda first: first.startswith(b"ours"))


def test_the_file_before_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("ours before")
    with suppress(ZeroDivisionError), replacing(target, OURS) as file:
        file.write(b"%d" % (1 // 0))
    assert target.read_text() == "ours before"
    with replacing(target, OURS) as file:
        file.write(b"ours after")
        assert target.read_text() == "ours before"
    assert target.read_text() == "ours after"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_usual_permissions_and_another_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    target = tmp_path / "table.csv"
    with replacing(target, OURS):
        pass
    assert target.stat().st_mode == (tmp_path / "usual").stat().st_mode
    target.chmod(0o600)
    with replacing(target, OURS):
        pass
    assert target.stat().st_mode & 0o777 == 0o600


SPECIAL: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "link": lambda path: path.symlink_to(__file__),
    "dangling link": lambda path: path.symlink_to("nothing"),
}


@pytest.mark.parametrize("make", SPECIAL.values(), ids=SPECIAL)
def test_only_a_regular_file_is_replaced(make: Callable[[Path], None], tmp_path: Path) -> None:
    target = tmp_path / "certificate"
    says = "not a regular file; name another file for the report"
    with pytest.raises(UsageError, match=says), replacing(target, OURS):
        make(target)
    with pytest.raises(UsageError, match="not a regular file"):
        check_target(target, OURS)
    assert [*tmp_path.iterdir()] == [target]


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("/none/report.html", "there is no folder /none to write the report to"),
        ("-", "cannot write the report to standard output"),
    ],
)
def test_a_place_for_no_file_is_named(target: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        check_target(Path(target), OURS)
