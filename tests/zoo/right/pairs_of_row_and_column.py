def queens(board_size):
    if board_size == 0:
        return [[]]

    def cols(k):
        if k == 0:
            return [[]]
        return [
            [(row, k)] + rest
            for rest in cols(k - 1)
            for row in range(1, board_size + 1)
            if all(row != r and abs(row - r) != k - c for r, c in rest)
        ]

    return cols(board_size)
