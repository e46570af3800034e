def queens(n, row=0):
    return queens(n, row)
