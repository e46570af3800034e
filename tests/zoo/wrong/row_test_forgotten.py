from itertools import product


def attack(c1, r1, c2, r2):
    return abs(c1 - c2) == abs(r1 - r2)


def queens(n):
    return [
        rows
        for rows in product(range(n), repeat=n)
        if not any(attack(a, rows[a], b, rows[b]) for b in range(n) for a in range(b))
    ]
