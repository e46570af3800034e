def safe(queens, row):
    for col, other in enumerate(queens):
        if other == row or row - other == len(queens) - col:
            return False
    return True


def n_queens(n):
    solutions = []

    def place(queens):
        if len(queens) == n:
            solutions.append(queens)
            return
        for row in range(n):
            if safe(queens, row):
                place(queens + [row])

    place([])
    return solutions
