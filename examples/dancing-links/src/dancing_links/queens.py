"""Exact cover with dancing links: algorithm X on lists that are linked both ways.

Source: D. Knuth, *Dancing Links* (2000). Each square is an option that covers its column, its row
and its two diagonals; columns and rows have to be covered exactly once, diagonals at most once. To
cover an item removes it from the list of items and its options from the lists of the other items;
to uncover it puts them back in the opposite order, which is possible because removed nodes still
know their neighbours.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem

ROOT = 0


class Links:
    """The items and options of a problem. Node 0 is the root, the nodes after it are the items."""

    def __init__(self, primary: int, secondary: int, options: list[list[int]]) -> None:
        items = primary + secondary
        nodes = items + 1
        self.left, self.right = list(range(nodes)), list(range(nodes))
        self.up, self.down, self.item = list(range(nodes)), list(range(nodes)), list(range(nodes))
        self.size, self.option = [0] * nodes, [-1] * nodes
        self.updates = 0
        for item in range(1, primary + 1):  # only these have to be covered
            self.left[item], self.right[item] = item - 1, ROOT
            self.right[item - 1], self.left[ROOT] = item, item
        for number, covered in enumerate(options):
            self._add(number, covered)

    def _add(self, number: int, covered: list[int]) -> None:
        """Link a node per item: up and down in the item's list, left and right in the option's."""
        first = len(self.up)
        for place, item in enumerate(covered):
            node = first + place
            self.up.append(self.up[item])
            self.down.append(item)
            self.down[self.up[item]] = self.up[item] = node
            self.left.append(first + (place - 1) % len(covered))
            self.right.append(first + (place + 1) % len(covered))
            self.item.append(item)
            self.option.append(number)
            self.size[item] += 1

    def cover(self, item: int) -> None:
        """Take the item out of its list, and all its options out of the lists of others."""
        left, right = self.left, self.right
        left[right[item]], right[left[item]] = left[item], right[item]
        for option in self._from(item, self.down):
            for node in self._from(option, right):
                self.down[self.up[node]], self.up[self.down[node]] = self.down[node], self.up[node]
                self.size[self.item[node]] -= 1
                self.updates += 1

    def uncover(self, item: int) -> None:
        """Put back what ``cover`` took out, the last one first."""
        for option in self._from(item, self.up):
            for node in self._from(option, self.left):
                self.size[self.item[node]] += 1
                self.down[self.up[node]] = self.up[self.down[node]] = node
        self.left[self.right[item]] = self.right[self.left[item]] = item

    def covers(self) -> Iterator[list[int]]:
        """Every set of options that covers all: always the item with the fewest options first."""
        if self.right[ROOT] == ROOT:
            yield []
            return
        item = min(self._from(ROOT, self.right), key=self.size.__getitem__)
        self.cover(item)
        for option in self._from(item, self.down):
            others = list(self._from(option, self.right))
            for node in others:
                self.cover(self.item[node])
            for rest in self.covers():
                yield [self.option[option], *rest]
            for node in reversed(others):
                self.uncover(self.item[node])
        self.uncover(item)

    @staticmethod
    def _from(start: int, links: list[int]) -> Iterator[int]:
        """The nodes behind this one, around the circle."""
        node = links[start]
        while node != start:
            yield node
            node = links[node]


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the covers as they are found."""
    n = problem.n
    squares = [(column, row) for column, rows in enumerate(problem.domains) for row in rows]
    sums, differences = 2 * n + 1, 4 * n
    options = [
        [1 + column, 1 + n + row, sums + column + row, differences + n - 1 + column - row]
        for column, row in squares
    ]
    links = Links(primary=2 * n, secondary=4 * n - 2, options=options)
    try:
        for cover in links.covers():
            yield tuple([row for _, row in sorted(squares[option] for option in cover)])
    finally:
        work["updates"] += links.updates


BACKEND = Backend(
    name="dancing-links",
    paradigm="exact cover",
    solve=solve,
    practical_n=10,
    idea="Each square covers its column, its row and its two diagonals. The row or column with the "
    "fewest squares left is always covered next; every node that is taken out still knows its "
    "place.",
)
