def conflict(distance, old, new):
    return abs(old - new) == distance


def queens(n):
    boards = [[]]
    for column in range(n):
        boards = [
            board + [row]
            for board in boards
            for row in range(0, n)
            if not any(conflict(column - c, board[c], row) for c in range(column))
        ]
    return boards
