def draw(queens, n):
    line = "+" + "---+" * n
    print(line)
    for q in queens:
        print("|" + "|".join(" Q " if c == q else "   " for c in range(n)) + "|")
        print(line)
    print()


def solve_n_queens(n, queens=()):
    if len(queens) == n:
        draw(queens, n)
        return 1
    total = 0
    for col in range(n):
        if all(col != c and abs(col - c) != len(queens) - r for r, c in enumerate(queens)):
            total += solve_n_queens(n, queens + (col,))
    return total


if __name__ == "__main__":
    print(solve_n_queens(int(input("n: "))), "solutions")
