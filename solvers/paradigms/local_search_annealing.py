"""Simulated annealing on a cost function of bits (QUBO), for which quantum annealers are built.

Source: D-Wave's n-queens example, and A. Lucas, *Ising Formulations of Many NP Problems* (2014). A
QUBO (quadratic unconstrained binary optimization) has a cost for each bit and for each pair. A bit
says whether a queen stands on a square. Each queen costs -2, and each pair that attacks each other
costs 2. A solution costs -2n, and every other board costs more: fewer than n queens save less; n
queens with an attack pay for it; and n + k queens save 2k more, but at least k pairs of them share
a column and k pairs share a row, which costs 4k. Here a classical sampler replaces the annealer: it
accepts worse boards, but less and less often as a temperature falls.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count

from solvers.interface import Backend, Placement, Problem, VersionOf
from solvers.puzzle.problem import share_a_line


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Sample until a sample costs -2n."""
    from dwave.samplers import SimulatedAnnealingSampler

    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    costs = {(square, square): -2 for square in squares}
    costs |= {pair: 2 for pair in combinations(squares, 2) if share_a_line(*pair)}
    for seed in count(problem.n):
        best = SimulatedAnnealingSampler().sample_qubo(costs, seed=seed).first
        work["samples"] += 1
        if best.energy == -2 * problem.n:
            queens = sorted(square for square, bit in best.sample.items() if bit)
            yield tuple([row for _, row in queens])
            return


def prepare() -> None:
    """Take one sample before the clock starts, because the sampler then loads more modules."""
    list(solve(Problem(1), Counter()))


BACKEND = Backend(
    name="local-search-annealing",
    paradigm="simulated annealing",
    solve=solve,
    requires=("dwave.samplers",),
    install="pip install dwave-samplers",
    version=VersionOf("dwave-samplers"),
    prepare=prepare,
    practical_n_first=50,
    largest_n=100,
    variant_of="local-search",
    difference="Accepts worse boards while the temperature is high; its parent takes the best row.",
    enumerates=False,
)
