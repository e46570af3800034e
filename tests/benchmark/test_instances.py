"""Generated boards, and the files that hold them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from fractions import Fraction

import pytest
from boards import BOARDS
from hypothesis import given
from hypothesis import strategies as st
from queens_command import Queens

from solvers.benchmark.generator import (
    BoardKind,
    number_below,
    random_numbers,
    recipes,
)
from solvers.benchmark.instances import Instance, line, read_instances
from solvers.cli.queens import main as queens_main
from solvers.errors import UsageError

Capture = pytest.CaptureFixture[str]

KINDS = st.one_of(
    st.tuples(
        st.just(BoardKind.BLOCKED),
        st.builds(lambda share: Fraction(share, 100), st.integers(0, 100)),
    ),
    st.tuples(st.just(BoardKind.GIVEN), st.builds(Fraction, st.integers(0, 3))),
)


# How they are made


def test_random_numbers_come_from_the_hash_and_are_uniform() -> None:
    hashed = hashlib.sha256(bytes(8) + b"a name").digest()
    assert number_below(2**64, random_numbers("a name")) == int.from_bytes(hashed[:8], "little")
    words = random_numbers("another")
    counted = Counter(number_below(3, words) for _ in range(3000))
    assert counted.keys() == {0, 1, 2}
    assert all(900 < times < 1100 for times in counted.values())
    # Half of the words are refused.
    assert all(number_below(2**63 + 1, words) <= 2**63 for _ in range(10))


@pytest.mark.parametrize(
    ("line", "digest"),
    [
        ("--n 20 --blocked 0.3 --count 50 --seed 7", "fc63c32fc6553778"),
        ("--n 12 --given 3,6 --count 5", "1623320ae8540590"),
    ],
)
def test_the_same_seed_gives_the_same_boards_for_ever(
    line: str, digest: str, capsys: Capture
) -> None:
    assert queens_main(["boards", *line.split()]) == 0
    assert hashlib.sha256(capsys.readouterr().out.encode()).hexdigest()[:16] == digest


@given(KINDS, st.integers(5, 9), st.integers(0, 99))
def test_a_board_follows_its_recipe(
    family_of: tuple[BoardKind, Fraction], n: int, seed: int
) -> None:
    kind, density = family_of
    family = [Instance(one.board(n), one) for one in recipes(kind, density, seed, 3)]
    for instance in family:
        rows = [instance.problem.domains[column] for column in range(n)]
        alone = {column: one[0] for column, one in enumerate(rows) if len(one) == 1}
        if kind is BoardKind.GIVEN:
            assert len(alone) == density
            assert not naive_attack_of(alone)
            assert all(len(one) in {1, n} for one in rows)
        elif density in {0, 1}:
            assert len(instance.problem.blocked) == density * n * n
    assert read_instances(line(one) for one in family) == family
    assert family[:2] == [Instance(one.board(n), one) for one in recipes(kind, density, seed, 2)]


def naive_attack_of(queens: dict[int, int]) -> bool:
    """Whether two of the queens (row by column) attack each other."""
    return any(
        abs(queens[one] - queens[other]) in {0, abs(one - other)}
        for one in queens
        for other in queens
        if one < other
    )


def test_about_the_share_that_was_asked_for_is_blocked() -> None:
    boards = [one.board(20) for one in recipes(BoardKind.BLOCKED, Fraction("0.3"), 1, 10)]
    assert len(set(boards)) == 10
    assert 1100 < sum(len(one.blocked) for one in boards) < 1300  # of 4,000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--n 3 --given 3", "could not place 3 queens at random"),
        ("--n 8 --given 9", "9 queens"),
        ("--n 8", "one of the arguments --blocked --given is required"),
        ("--n 8 --blocked 0.2 --given 2", "not allowed with"),
        ("--n 8 --blocked 1.2", "'1.2' is not a probability"),
        ("--n 8 --given few", "'few' is not a number of queens"),
        ("--n 8 --given 2 --seed -1", "'-1' is not a seed"),
    ],
)
def test_an_impossible_family_is_refused_in_one_line(
    arguments: str, says: str, queens: Queens
) -> None:
    assert says in queens.refusal("boards", *arguments.split())


# How they are read


def test_a_board_that_somebody_drew_needs_no_recipe() -> None:
    drawn = json.dumps({"schema": 1, "board": ["Q...", "...x", "....", "...."]})
    (instance,) = read_instances([drawn, "\n"])
    assert instance.recipe is None
    assert (0, 1) in instance.problem.blocked


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not an object"),
        ('{"schema": 1, "board": ["."], "more": 1}', "not an object"),
        ('{"schema": 2, "board": ["."]}', "the schema is 2"),
        ('{"schema": 1, "board": "."}', "a list of strings"),
        ('{"schema": 1, "board": ["..", ""]}', "a list of strings"),
        ('{"schema": 1, "board": ["..", " "]}', "line 1 of the board has length 2"),
        ('{"schema": 1, "board": ["..\\n.."]}', "a list of strings"),
        ('{"schema": 1, "board": ["QQ", ".."]}', "attack each other"),
        ('{"schema": 1, "board": ["."], "made": {}}', '"made" must have'),
        ('{"schema": 1, "board": ["."], "made": {"given": 1, "seed": 1, "number": 0}}', "from 1"),
        ('{"schema": 1, "board": ["."], "made": {"blocked": NaN, "seed": 1, "number": 1}}', "nan"),
        ('{"schema": 1, "board": ["."], "made": {"blocked": 2, "seed": 1, "number": 1}}', "0 to 1"),
        ('{"schema": 1, "board": ["."], "made": {"odd": 2, "seed": 1, "number": 1}}', "0 to 1"),
    ],
)
def test_a_line_that_is_no_board_is_refused_with_its_number(text: str, says: str) -> None:
    good = line(Instance(BOARDS["one queen"]))
    with pytest.raises(UsageError, match=r"^line 3 of the boards: ") as told:
        read_instances([good, "", text, good])
    assert says in str(told.value)
    assert "\n" not in str(told.value)
