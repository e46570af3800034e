def queens(n):
    def cols(k):
        if k == 0:
            return [[]]
        return [
            [row] + board
            for row in range(n)
            for board in cols(k - 1)
            if all(row != r and abs(row - r) != d for d, r in enumerate(board, 1))
        ]

    return cols(n)
