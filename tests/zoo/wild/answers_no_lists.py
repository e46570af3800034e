def queens(n):
    return [7] * 12
