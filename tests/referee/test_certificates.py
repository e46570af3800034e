"""Certificates: each proves the right set, and the referee judges by it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from changed_certificates import coloured_boards, mutated, plainly, with_changed_tokens
from coloured_boards import coloured_solutions, random_boards
from engines import needs_prolog
from processes import ran
from solutions import solutions_of

from solvers import registry
from solvers.adapters.prolog import program_file
from solvers.cli.exit_codes import ExitCode, of_comparison
from solvers.comparison import compare
from solvers.errors import CertificateError, ContradictionError, UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.lazy import numpy as np
from solvers.puzzle.counted_set import counted_set_of
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import Goal, Problem, known_solution
from solvers.referee import certificate, certificate_check, certificate_file
from solvers.referee.certificate import Proof, small_proof
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, Comparison, Evidence, Verdict
from solvers.testing.boards import BOARDS

PREFIXED = Problem(8, (4, 6, 0))
CORNER = Problem(8, blocked=frozenset({(0, 0), (7, 7)}))


def proof_of(problem: Problem) -> Proof:
    """The proof of a small board, from its certificate."""
    proof = small_proof(problem)
    assert proof
    return proof


def crosschecked(problem: Problem, *sets: Packed, count: bool = False) -> Comparison:
    """The referee's verdicts on runs that found these sets, by the certificate."""
    runs = [Run(f"{k}", "testing", Ending(Cause.DONE), found) for k, found in enumerate(sets)]
    if count:
        counted_sets = [counted_set_of(found, problem) for found in sets]
        runs = [
            Run(run.backend, "testing", run.ending, run.placements[:0], counted=counted)
            for run, counted in zip(runs, counted_sets, strict=True)
        ]
    return crosscheck(problem, runs, count=count, proof=proof_of(problem))


WHOLE = Problem(5, (0, 2, 4, 1, 3))


@pytest.mark.parametrize(
    "problem", [*BOARDS.values(), PREFIXED, WHOLE], ids=[*BOARDS, "a prefix", "a whole prefix"]
)
def test_a_certificate_proves_the_solutions_of_every_board(problem: Problem) -> None:
    proof = proof_of(problem)
    assert list(map(tuple, proof.solutions.tolist())) == sorted(solutions_of(problem))


def test_the_tokens_are_the_row_tries_of_the_course_text() -> None:
    assert [proof_of(Problem(n)).tokens for n in (0, 1, 4, 8)] == [0, 1, 60, 15_720]
    proof = proof_of(Problem(8))
    assert (proof.placed, proof.blocked, proof.attacked) == (2056, 0, 13_664)


@pytest.mark.parametrize("problem", [PREFIXED, CORNER], ids=["a prefix", "blocked squares"])
def test_one_run_alone_is_proven_where_no_count_is_known(problem: Problem) -> None:
    found = proof_of(problem).solutions
    result = crosschecked(problem, found[::-1])
    assert (result.agreement, result.evidence) == (Agreement.IDENTICAL, Evidence.CERTIFICATE)
    short = crosschecked(problem, found[1:]).judgements[0]
    assert (short.verdict, short.faults[Fault.MISSING]) == (Verdict.WRONG, 1)
    assert short.witness
    assert short.witness.placement == tuple(found[0].tolist())


def test_more_than_the_certificate_is_wrong_with_a_witness() -> None:
    found = proof_of(CORNER).solutions
    on_a_blocked_square = proof_of(Problem(8)).solutions[:1]
    (judgement,) = crosschecked(CORNER, np.concatenate([found, on_a_blocked_square])).judgements
    assert judgement.faults[Fault.EXTRA] == 1
    assert judgement.witness
    assert judgement.witness.placement == (0, 4, 7, 5, 2, 6, 1, 3)


def test_a_certificate_decides_where_solutions_are_not_kept() -> None:
    found = proof_of(PREFIXED).solutions
    result = crosschecked(PREFIXED, found, count=True)
    assert (result.agreement, result.evidence) == (Agreement.IDENTICAL, Evidence.CERTIFICATE)
    assert crosschecked(PREFIXED, found[1:], count=True).agreement is Agreement.DIFFERENT
    (twice,) = crosschecked(PREFIXED, found[[0, 0]], count=True).judgements
    assert twice.verdict is Verdict.WRONG


def test_a_run_that_contradicts_a_certificate_is_never_identical() -> None:
    too_few = Proof(PREFIXED, proof_of(PREFIXED).solutions[1:], 0, 0, 0)
    run = Run("right", "testing", Ending(Cause.DONE), proof_of(PREFIXED).solutions)
    result = crosscheck(PREFIXED, [run], proof=too_few)
    assert (result.agreement, result.agreed) == (Agreement.DIFFERENT, None)
    (judgement,) = result.judgements
    assert (judgement.verdict, judgement.faults[Fault.EXTRA]) == (Verdict.WRONG, 1)
    counted = Run("right", "testing", Ending(Cause.DONE), run.placements[:0])
    counted = replace(counted, counted=counted_set_of(run.placements, PREFIXED))
    assert crosscheck(PREFIXED, [counted], count=True, proof=too_few).sum_digest is None


def test_a_certificate_that_contradicts_the_known_count_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = certificate_check.Proven(4, [], [], (), [bytes((1, 3, 0, 2))], "")
    monkeypatch.setattr(certificate, "check_certificate", lambda _: found)
    with pytest.raises(ContradictionError, match="1 proven and 2 known"):
        certificate.proof_of(BytesIO())


def test_a_proof_is_given_up_if_it_has_too_many_tokens() -> None:
    whole = certificate.make_tokens(Problem(8), 15_720)
    assert whole
    assert len(whole.tokens) == 15_720
    assert certificate.make_tokens(Problem(8), 15_719) is None
    assert certificate.make_tokens(Problem(60), 100_000) is None


def test_a_board_with_too_many_tokens_is_made_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = certificate.token_blocks(Problem(7))
    monkeypatch.setattr(certificate, "PIECE_TOKENS", 50)
    tokens, solutions = zip(*certificate.token_blocks(Problem(7)), strict=True)
    assert len(tokens) > 20
    assert np.concatenate(tokens).tolist() == whole.tokens.tolist()
    assert np.concatenate(solutions).tolist() == whole.solutions.tolist()


def test_a_certificate_is_checked_as_it_was_written(tmp_path: Path) -> None:
    target = tmp_path / "certificate"
    others = certificate_file.make_certificate(Problem(5), tmp_path / "other")

    def exchange(what: str, _: int) -> None:  # as if another command wrote to the same file
        if what == "check":
            shutil.copy(tmp_path / "other", target)

    proof = certificate_file.make_certificate(Problem(6, (1,)), target, watch=exchange)
    assert proof.problem == Problem(6, (1,)) != others.problem
    with target.open("rb") as file:
        assert certificate.proof_of(file).problem == proof.problem


def test_a_certificate_of_another_board_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, blocks = tmp_path / "certificate", certificate.token_blocks(Problem(6, (1,)))
    monkeypatch.setattr(certificate_file, "token_blocks", lambda _: blocks)
    with pytest.raises(CertificateError, match=r"the token for row 0 is wrong \(0\)"):
        certificate_file.make_certificate(Problem(6), target)
    assert not target.exists()


def test_the_plain_checker_can_be_read_and_stands_alone() -> None:
    source = Path(certificate_check.__file__).read_text()
    assert len(source.splitlines()) <= 160
    assert "solvers" not in source


@pytest.mark.parametrize("problem", random_boards(10, 7), ids=lambda problem: f"n={problem.n}")
def test_both_checkers_accept_the_certificate_of_a_coloured_board(
    problem: Problem, tmp_path: Path
) -> None:
    needs_prolog()
    proof = certificate_file.make_certificate(problem, tmp_path / "made")
    assert proof.problem == problem
    assert {*map(tuple, proof.solutions.tolist())} == coloured_solutions(problem)
    done = ran(["swipl", program_file("certificate.pl"), "made"], folder=tmp_path)
    assert done.stdout.strip() == f"made: {plainly((tmp_path / 'made').read_bytes())}"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("count", "boards"), [(2000, ()), (500, coloured_boards())], ids=["any", "coloured"]
)
def test_both_checkers_agree_on_changed_files(
    count: int, boards: Sequence[Problem], tmp_path: Path
) -> None:
    needs_prolog()
    files = list(mutated(count, boards))
    for number, file in enumerate(files):
        (tmp_path / f"{number}").write_bytes(file)
    done = ran(
        ["swipl", program_file("certificate.pl"), *map(str, range(len(files)))], folder=tmp_path
    )
    assert done.returncode == 1
    said = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert said == [plainly(file) for file in files]
    assert count / 20 < len(files) - said.count("refused") < count / 4


def test_both_checkers_refuse_every_changed_token(tmp_path: Path) -> None:
    needs_prolog()
    files = list(with_changed_tokens(500))
    for number, file in enumerate(files):
        (tmp_path / f"{number}").write_bytes(file)
    names = [*map(str, range(len(files)))]
    done = ran(["swipl", program_file("certificate.pl"), *names], folder=tmp_path)
    assert done.stdout.splitlines() == [f"{name}: refused" for name in names]
    assert [plainly(file) for file in files] == ["refused"] * len(files)


CLOSED_COLUMN = frozenset((0, row) for row in range(300))


@pytest.mark.parametrize(
    "problem",
    [
        Problem(300, (), CLOSED_COLUMN, Goal.FIRST),
        Problem(3000, (), frozenset({(0, 0)}), Goal.FIRST),
        Problem(1_000_000, (), frozenset({(0, 0)}), Goal.FIRST),
        Problem(1_000_000, (0, 2), frozenset(), Goal.FIRST),
        Problem(255, (0,)),
        Problem(30, (), frozenset({(0, 0)})),
    ],
    ids=lambda problem: f"n={problem.n}",
)
def test_a_proof_is_not_begun_where_it_would_not_be_cheap(problem: Problem) -> None:
    assert small_proof(problem) is None
    assert certificate.why_unprovable(problem)


def test_the_widest_board_with_few_ways_is_proven() -> None:
    queens = dict(enumerate(known_solution(255)[0].tolist()))
    others = {(column, row) for column in queens for row in range(255)} - set(queens.items())
    proof = small_proof(Problem(255, (), frozenset(others)))
    assert proof
    assert proof.solutions.tolist() == known_solution(255).tolist()


def test_a_proof_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not certificate.why_unprovable(Problem(14))
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=2**20))
    with pytest.raises(UsageError, match="GiB of memory; leave out --certify"):
        certificate.check_provable(Problem(14))


def test_a_proof_that_fails_is_no_fault_of_a_backend() -> None:
    def fails(_: Problem) -> None:
        raise MemoryError

    found = compare(Problem(6), [registry.find("sicp")], Limits(), prove=fails)
    assert found.no_certificate == "no certificate was made: there is too little memory"
    assert found.agreement is Agreement.IDENTICAL
    assert of_comparison(found, ()) is ExitCode.USAGE
