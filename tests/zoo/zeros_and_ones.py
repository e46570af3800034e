def solve_n_queens(n):
    grid = [[0] * n for _ in range(n)]
    found = []

    def attacked(r, c):
        return any(
            grid[i][j] and (j == c or abs(i - r) == abs(j - c)) for i in range(r) for j in range(n)
        )

    def row(r):
        if r == n:
            found.append([line[:] for line in grid])
        for c in range(n if r < n else 0):
            if not attacked(r, c):
                grid[r][c] = 1
                row(r + 1)
                grid[r][c] = 0

    row(0)
    return found
