def queens(board):
    """One queen in each row, column and colour, and no two touch; from each row, its column."""

    def extended(columns):
        row = len(columns)
        if row == len(board):
            yield columns
            return
        colours = {board[above][column] for above, column in enumerate(columns)}
        for column, colour in enumerate(board[row]):
            touches = bool(columns) and abs(column - columns[-1]) == 1
            if column not in columns and colour not in colours and not touches:
                yield from extended([*columns, column])

    return list(extended([]))
