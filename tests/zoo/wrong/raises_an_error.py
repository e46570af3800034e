def queens(n):
    return [list(range(n))][n]
