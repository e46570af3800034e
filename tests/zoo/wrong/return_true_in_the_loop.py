def is_safe(board, col, row):
    for c in range(col):
        if board[c] == row or abs(board[c] - row) == col - c:
            return False
        return True
    return True


def solve_n_queens(n):
    solutions = []

    def place(board, col):
        if col == n:
            solutions.append(list(board))
            return
        for row in range(n):
            if is_safe(board, col, row):
                place(board + [row], col + 1)

    place([], 0)
    return solutions
