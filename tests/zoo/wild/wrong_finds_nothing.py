def solve_queens(n):
    result = []

    def place(row, cols):
        if row > n:
            result.append(cols)
        for c in range(n):
            if row < n and all(c != q and abs(c - q) != row - r for r, q in enumerate(cols)):
                place(row + 1, cols + [c])

    place(0, [])
    return result
