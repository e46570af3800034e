def conflict(board, row):
    col = len(board)
    for c in range(col):
        if board[c] == row or abs(board[c] - row) == col - c - 1:
            return True
    return False


def queens(n):
    boards = [[]]
    for _ in range(n):
        boards = [b + [row] for b in boards for row in range(n) if not conflict(b, row)]
    return boards
