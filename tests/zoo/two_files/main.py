from board import can_stand


def queens(n, rows=()):
    if len(rows) == n:
        return [rows]
    return [whole for r in range(n) if can_stand(r, rows) for whole in queens(n, (*rows, r))]
