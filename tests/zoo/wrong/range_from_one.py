def n_queens(n):
    def place(queens):
        if len(queens) == n:
            yield queens
            return
        for row in range(1, n):
            if all(row != q and abs(row - q) != len(queens) - c for c, q in enumerate(queens)):
                yield from place(queens + [row])

    return list(place([]))
