# COMP 333 as in Racket: the program itself keeps track. qp has the rows of the
# queens so far, nr the next row to try in each column; newest column first.

def queens(n):
    qp, nr, solutions = [], [0], []
    while nr:
        if len(qp) == n:                   # a solution: keep it, and go back
            solutions.append(qp)
            qp, nr = qp[1:], nr[1:]
        elif nr[0] == n:                   # no row is left: go back
            qp, nr = qp[1:], nr[1:]
        elif no_conflict(nr[0], qp):       # place a queen, go to the next column
            qp, nr = [nr[0]] + qp, [0, nr[0] + 1] + nr[1:]
        else:                              # try the next row
            nr = [nr[0] + 1] + nr[1:]
    return solutions


def no_conflict(row, qp):
    return all(
        row != other and abs(row - other) != distance
        for distance, other in enumerate(qp, 1)
    )
