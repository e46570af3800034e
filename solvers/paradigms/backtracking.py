"""COMP 333: explicit backtracking, with all bookkeeping in the program's own state.

Source: the course project "N Queens Problem in Racket and Prolog", functions nc-1, nc-h, nc and
solve-h. A state is (n, c, qp, nr, sv), named as in the text:

    n   the size of the problem
    c   the current column
    qp  queen positions so far, newest column first
    nr  next row to try, newest column first: one entry more than qp
    sv  solution vector: the solutions so far, last found first

Lists are Scheme's, (first, rest) or (): ``qp[1]`` is qp without its newest queen. ``step`` is one
call of solve-h; its tail calls are the loop in ``solve``. Here an entry of nr is an index into the
rows that the column allows; on an empty board, index and row are equal.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from solvers.interface import Backend, Placement, Problem
from solvers.puzzle.scheme_lists import Pair, elements

State = tuple[int, int, Pair, Pair, Pair]


def nc_1(a: int, b: int, d: int) -> bool:
    """No conflict between rows a and b that are d columns apart: other row, other diagonal."""
    return a != b and a - b != d and b - a != d


def nc_h(v: int, p: Pair, d: int) -> bool:
    """No conflict between row v and the queens of p, the first of which is d columns away."""
    return not p or (nc_1(v, p[0], d) and nc_h(v, p[1], d + 1))


def nc(v: int, p: Pair) -> bool:
    """No conflict between a queen in row v of the next column and any queen of the list p."""
    return nc_h(v, p, 1)


NoConflict = Callable[[int, Pair], bool]


def step(state: State, domains: Sequence[Sequence[int]], nc: NoConflict = nc) -> State:
    """The next state, by one of the five cases of the text; at the end, the same state."""
    n, c, qp, nr, sv = state
    if c == n:  # found one solution: keep it, go back to its last column
        return n, c - 1, qp[1], nr[1], (qp, sv)
    next_row, rest = nr
    if next_row == len(domains[c]):
        if c == 0:  # end of search: no row left and no column to go back to
            return state
        return n, c - 1, qp[1], rest, sv  # column exhausted: backtrack
    row = domains[c][next_row]
    if nc(row, qp):  # row found: place the queen, go on to the next column
        return n, c + 1, (row, qp), (0, (next_row + 1, rest)), sv
    return n, c, qp, (next_row + 1, rest), sv  # conflict: try the next row of this column


def placement(qp: Pair) -> Placement:
    """A placement, column 0 first."""
    return tuple(elements(qp))[::-1]


def solve(problem: Problem, work: Counter[str], nc: NoConflict = nc) -> Iterator[Placement]:
    """Step from state to state until the end of the search."""
    n, domains = problem.n, problem.domains
    state: State = n, 0, (), (0, ()), ()
    steps = backtracks = column = 0
    try:
        while (following := step(state, domains, nc)) is not state:
            state = following
            _n, c, qp, _nr, _sv = state
            # Only for the counters: each step tries a row or goes back a column.
            steps += 1
            if c < column:
                backtracks += 1
            column = c
            if c == n:
                yield placement(qp)
    finally:
        work.update(row_tries=steps - backtracks, backtracks=backtracks)


BACKEND = Backend(
    name="backtracking",
    paradigm="explicit backtracking",
    group="scheme",
    solve=solve,
    practical_n_first=25,
    idea="Take the first row without a conflict; when no row is left, go back a column. The "
    "program itself keeps the queens and the next row to try in each column.",
    searches="the program, in a loop",
    undoes="the program: it takes the newest queen away",
    knows="the queens on the board",
    trace="solvers.tracing.tracers.backtracking:events",
    notation="solvers.tracing.course_texts:solution_vector",
    coloured="solvers.paradigms.backtracking_coloured",
)
