def queens(n):
    def place(rows):
        if len(rows) == n:
            return [[[1 if row == r else 0 for r in range(n)] for row in rows]]
        return [
            board
            for row in range(n)
            if all(r != row and abs(r - row) != len(rows) - c for c, r in enumerate(rows))
            for board in place(rows + [row])
        ]

    return place([])
