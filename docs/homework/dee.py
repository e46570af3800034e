def queens(n):
    board, found = [], []

    def place(column):
        if column == n:
            found.append(board)
            return
        for row in range(n):
            if all(r != row and abs(r - row) != column - c for c, r in enumerate(board)):
                board.append(row)
                place(column + 1)
                board.pop()

    place(0)
    return found
