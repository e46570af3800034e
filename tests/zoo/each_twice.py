def queens(n, rows=()):
    if len(rows) == n:
        return [rows, rows]
    return [
        b
        for r in range(n)
        if all(r != q and abs(r - q) != len(rows) - c for c, q in enumerate(rows))
        for b in queens(n, (*rows, r))
    ]
