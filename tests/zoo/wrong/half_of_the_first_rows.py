def queens(n):
    found = []

    def place(board):
        if len(board) == n:
            found.append(board)
            return
        rows = range(n) if board else range((n + 1) // 2)
        for row in rows:
            if all(row != r and abs(row - r) != len(board) - c for c, r in enumerate(board)):
                place(board + [row])

    place([])
    return found
