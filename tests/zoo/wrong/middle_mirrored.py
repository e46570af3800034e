def _extend(n: int, queens: list[int]):
    row = len(queens)
    if row == n:
        yield queens[:]
        return
    for col in range(n):
        if all(col != c and abs(col - c) != row - r for r, c in enumerate(queens)):
            yield from _extend(n, [*queens, col])


def queens(n: int) -> list[list[int]]:
    """Search half of the first row and mirror what is found."""
    found = []
    for first in range((n + 1) // 2):
        for board in _extend(n, [first]):
            found.append(board)
            found.append([n - 1 - col for col in board])
    return found


if __name__ == "__main__":
    print("\n".join(map(str, queens(5))))
