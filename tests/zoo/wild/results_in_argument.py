def solve_queens(n, row, cols, results):
    if row == n:
        results.append(cols[:])
        return
    for col in range(n):
        if all(c != col and abs(c - col) != row - r for r, c in enumerate(cols)):
            cols.append(col)
            solve_queens(n, row + 1, cols, results)
            cols.pop()
