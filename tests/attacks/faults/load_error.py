1 / 0
def queens(n):
    return []
