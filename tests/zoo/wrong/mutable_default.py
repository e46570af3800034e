def queens(n, placed=[]):
    if len(placed) == n:
        return [list(placed)]
    found = []
    for row in range(n):
        if all(row != r and abs(row - r) != len(placed) - c for c, r in enumerate(placed)):
            placed.append(row)
            found += queens(n)
    return found
