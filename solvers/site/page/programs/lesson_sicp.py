# SICP 2.42: all boards of k columns are those of k - 1 columns, each with a
# queen in every row, without the boards that are not safe.

def queens(n):
    def queen_cols(k):
        if k == 0:
            return [empty_board]
        return [
            board
            for rest in queen_cols(k - 1)
            for board in (adjoin(row, rest) for row in range(n))
            if safe(board)
        ]

    return queen_cols(n)


# The three parts that the exercise leaves open. A board: newest column first.

empty_board = []


def adjoin(row, rest):
    return [row] + rest


def safe(board):
    newest, *others = board
    return all(
        newest != row and abs(newest - row) != distance
        for distance, row in enumerate(others, 1)
    )
