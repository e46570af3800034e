def queens(n):
    return [None, None]
