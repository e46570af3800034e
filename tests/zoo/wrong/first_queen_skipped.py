def queens(n):
    boards = [[]]
    for column in range(n):
        larger = []
        for board in boards:
            for row in range(n):
                clash = False
                for other in range(1, column):
                    if board[other] == row or abs(board[other] - row) == column - other:
                        clash = True
                if not clash:
                    larger.append(board + [row])
        boards = larger
    return boards
