def solve_queens(n):
    out = []

    def down(board):
        if len(board) == n:
            out.append(tuple(board))
            return
        rows = range((n + 1) // 2) if not board else range(n)
        for r in rows:
            if all(r != q and abs(r - q) != len(board) - c for c, q in enumerate(board)):
                down(board + [r])

    down([])
    return out
