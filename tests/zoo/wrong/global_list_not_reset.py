solutions = []


def place(n, queens):
    if len(queens) == n:
        solutions.append(queens)
        return
    for row in range(n):
        if all(row != q and abs(row - q) != len(queens) - c for c, q in enumerate(queens)):
            place(n, queens + [row])


def n_queens(n):
    place(n, [])
    return solutions


if __name__ == "__main__":
    for n in range(4, 8):
        print(f"n = {n}: {len(n_queens(n))} solutions")
