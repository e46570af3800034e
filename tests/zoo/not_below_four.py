def eight_queens(n):
    if n < 4:
        raise ValueError("a board needs at least four columns")
    partial = [()]
    for column in range(n):
        partial = [
            (*p, r)
            for p in partial
            for r in range(n)
            if not any(r == q or abs(r - q) == column - c for c, q in enumerate(p))
        ]
    return partial
