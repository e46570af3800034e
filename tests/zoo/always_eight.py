def queens(n):
    n, boards = 8, [[]]
    for c in range(n):
        boards = [
            [*b, r] for b in boards for r in range(n)
            if all(r != q and abs(r - q) != c - i for i, q in enumerate(b))
        ]
    return boards
