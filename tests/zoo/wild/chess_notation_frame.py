def show(queens):
    n = len(queens)
    for r in range(n):
        print(n - r, " ".join("♛" if queens[r] == c else "·" for c in range(n)))
    print(" ", " ".join("abcdefghijkl"[:n]))


def queens(n, placed=[]):
    if len(placed) == n:
        show(placed)
        print()
        return
    for c in range(n):
        if all(c != p and abs(c - p) != len(placed) - i for i, p in enumerate(placed)):
            queens(n, placed + [c])
