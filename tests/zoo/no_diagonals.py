def queens(n, rows=()):
    if len(rows) == n:
        return [list(rows)]
    found = []
    for row in range(n):
        if row not in rows:
            found += queens(n, (*rows, row))
    return found
