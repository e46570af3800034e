def queens(n):
    rows = [0] * n

    def conflicts(col, row):
        return sum(
            other == row or abs(other - row) == abs(c - col)
            for c, other in enumerate(rows)
            if c != col
        )

    for _ in range(4):
        for col in range(n):
            rows[col] = min(range(n), key=lambda row: conflicts(col, row))
    return [rows]
