def n_queens(n, row=0, cols=frozenset(), up=frozenset()):
    if row == n:
        return 1
    return sum(
        n_queens(n, row + 1, cols | {c}, up | {row + c})
        for c in range(n)
        if c not in cols and row + c not in up
    )
