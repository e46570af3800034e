from itertools import permutations


def queens(n):
    return [
        tuple(float(row) for row in rows)
        for rows in permutations(range(n))
        if len({r + c for c, r in enumerate(rows)}) == n == len({r - c for c, r in enumerate(rows)})
    ]
