def queens(n):
    found = []

    def place(board):
        if len(board) == n:
            found.append(board)
            found.append(board[::-1])
            return
        for row in range(n):
            if all(row != r and abs(row - r) != len(board) - c for c, r in enumerate(board)):
                place(board + [row])

    place([])
    return found
