# It finds all solutions for n = 4, but not for n = 5. In which row of column 0 does it never place a queen?

def queens(n):
    boards = [[]]
    for column in range(n):
        boards = [
            board + [row]
            for board in boards
            for row in range(n - 1 if column == 0 else n)
            if all(
                row != other and abs(row - other) != column - at
                for at, other in enumerate(board)
            )
        ]
    return boards
