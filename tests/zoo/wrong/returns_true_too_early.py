def queens(n):
    solutions = []

    def solve(placed):
        if len(placed) == n:
            solutions.append(placed[:])
            return True
        for row in range(n):
            if all(row != r and abs(row - r) != len(placed) - c for c, r in enumerate(placed)):
                placed.append(row)
                if solve(placed):
                    return True
                placed.pop()
        return False

    solve([])
    return solutions
