def queens(n):
    result = []

    def solve(col, placed):
        if col == n - 1:
            result.append(placed[:])
            return
        for row in range(n):
            if all(row != r and abs(row - r) != col - c for c, r in enumerate(placed)):
                placed.append(row)
                solve(col + 1, placed)
                placed.pop()

    solve(0, [])
    return result
