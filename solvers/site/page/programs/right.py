def queens(n):
    """All boards: the row of the queen in each column, from 0."""
    def complete(board):
        if len(board) == n:
            yield board
            return
        column = len(board)
        for row in range(n):
            if all(row != other and abs(row - other) != column - at for at, other in enumerate(board)):
                yield from complete(board + [row])

    return list(complete([]))
