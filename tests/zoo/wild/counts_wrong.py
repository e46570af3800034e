def count_queens(n):
    def put(row, cols, diags):
        if row == n:
            return 1
        return sum(
            put(row + 1, cols | {c}, diags | {row + c})
            for c in range(n)
            if c not in cols and row + c not in diags
        )

    return put(0, frozenset(), frozenset())
