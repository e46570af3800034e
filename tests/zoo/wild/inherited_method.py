from dataclasses import dataclass


@dataclass(frozen=True)
class Queen:
    row: int
    col: int

    def attacks(self, other):
        return (self.col == other.col or self.row == other.row
                or abs(self.col - other.col) == abs(self.row - other.row))


class Backtracking:
    def solve(self, n):
        yield from self.extend([], n)

    def extend(self, queens, n):
        if len(queens) == n:
            yield list(queens)
            return
        for col in range(n):
            new = Queen(len(queens), col)
            if not any(new.attacks(q) for q in queens):
                yield from self.extend(queens + [new], n)


class Queens(Backtracking):
    pass
