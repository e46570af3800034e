def queens(n):
    return queens(n)
