def queens(n):
    found, board = [], []

    def place(column):
        if column == n:
            found.append(board)
            return
        for row in range(n):
            if all(board[c] != row and abs(board[c] - row) != column - c for c in range(column)):
                board.append(row)
                place(column + 1)
                board.pop()

    place(0)
    return found
