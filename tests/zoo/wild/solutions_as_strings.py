def queens(n):
    def extend(s):
        if len(s) == n:
            return [s]
        return [
            t
            for c in range(1, n + 1)
            if all(int(x) != c and abs(int(x) - c) != len(s) - i for i, x in enumerate(s))
            for t in extend(s + str(c))
        ]

    return extend("")
