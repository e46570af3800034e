def queens(n, rows=()):
    if len(rows) == n:
        print(list(rows))
        return
    for r in range(n):
        if all(r != q and abs(r - q) != len(rows) - c for c, q in enumerate(rows)):
            queens(n, (*rows, r))
