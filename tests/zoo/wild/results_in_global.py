solutions = []


def solve(n, row=0, queens=[]):
    if row == n:
        solutions.append(queens[:])
    for col in range(n):
        if not any(q == col or abs(q - col) == row - r for r, q in enumerate(queens)):
            solve(n, row + 1, queens + [col])


if __name__ == "__main__":
    solve(8)
    print(len(solutions))
