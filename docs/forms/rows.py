def queens(n, rows=()):
    """All solutions, each as the row of the queen in each column."""
    if len(rows) == n:
        return [list(rows)]
    return [
        solution
        for row in range(n)
        if all(row != old and abs(row - old) != len(rows) - at for at, old in enumerate(rows))
        for solution in queens(n, (*rows, row))
    ]
