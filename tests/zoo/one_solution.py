def solve(n):
    board = [-1] * n
    column = 0
    while 0 <= column < n:
        board[column] += 1
        if board[column] == n:
            board[column] = -1
            column -= 1
        elif all(board[column] != board[c] and abs(board[column] - board[c]) != column - c for c in range(column)):
            column += 1
    return board if column == n and n else None
