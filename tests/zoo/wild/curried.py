def queens(n):
    def with_rows(rows):
        def place(k):
            if k == 0:
                return [[]]
            return [[r] + rest for rest in place(k - 1) for r in range(rows)
                    if all(r != q and abs(r - q) != i + 1 for i, q in enumerate(rest))]
        return place(n)
    return with_rows
