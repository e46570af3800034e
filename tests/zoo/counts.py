def count_queens(n, rows=()):
    if len(rows) == n:
        return 1
    free = (
        r for r in range(n) if all(r != q and abs(r - q) != len(rows) - c for c, q in enumerate(rows))
    )
    return sum(count_queens(n, (*rows, r)) for r in free)
