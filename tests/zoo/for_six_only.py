N = 6


def free(rows):
    last, at = rows[-1], len(rows) - 1
    return all(r != last and abs(r - last) != at - i for i, r in enumerate(rows[:-1]))


def everything(rows=()):
    if len(rows) == N:
        return [rows]
    return [s for r in range(N) if free((*rows, r)) for s in everything((*rows, r))]
