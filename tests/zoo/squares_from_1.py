def n_queens(n, row=1, placed=()):
    if row > n:
        yield list(placed)
        return
    for col in range(1, n + 1):
        if not any(c == col or r + c == row + col or r - c == row - col for r, c in placed):
            yield from n_queens(n, row + 1, placed + ((row, col),))
