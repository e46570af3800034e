# It finds solutions for n = 4. Why none of them begins in the last row?

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
