def attacks(placed, col):
    row = len(placed)
    return any(c == col or abs(c - col) == row - r for r, c in enumerate(placed))


def all_queens(n, placed=()):
    if len(placed) == n:
        return [placed]
    solutions = []
    for col in range(n):
        if not attacks(placed, col):
            solutions.extend(all_queens(n, placed + (col,)))
        return solutions


def main():
    for n in range(1, 7):
        print(n, len(all_queens(n)))


if __name__ == "__main__":
    main()
