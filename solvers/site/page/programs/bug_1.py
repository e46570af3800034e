# One of these two tests is incomplete. Which wrong boards does the program accept?

def safe(board, row):
    column = len(board)
    for other in range(column):
        if board[other] == row:
            return False
        if board[other] - other == row - column:
            return False
    return True


def queens(n, board=()):
    if len(board) == n:
        return [list(board)]
    found = []
    for row in range(n):
        if safe(board, row):
            found += queens(n, board + (row,))
    return found
