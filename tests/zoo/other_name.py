def place(n, board):
    if len(board) == n:
        return [board]
    return [
        done
        for row in range(n)
        if all(row != r and abs(row - r) != len(board) - c for c, r in enumerate(board))
        for done in place(n, [*board, row])
    ]
