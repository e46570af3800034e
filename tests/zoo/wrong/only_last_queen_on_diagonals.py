def queens(n):
    def extend(placed):
        if len(placed) == n:
            return [placed]
        found = []
        for row in range(n):
            if row in placed:
                continue
            if placed and abs(placed[-1] - row) == 1:
                continue
            found += extend(placed + [row])
        return found

    return extend([])
