from checks import fits


def queens(n, placed=()):
    if len(placed) == n:
        return [list(placed)]
    return [s for c in range(n) if fits(placed, c) for s in queens(n, (*placed, c))]
