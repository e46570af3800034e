def n_queens(n):
    found = []

    def free(queens, row):
        for col, other in enumerate(queens):
            if other == row or abs(other - row) == len(queens) - col:
                return False
        return True

    def place(queens):
        if len(queens) == n:
            found.append(queens)
            return
        for row in range(1, n + 1):
            if free(queens, row):
                place(queens + [row - 1])

    place([])
    return found
