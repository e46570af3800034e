def queens(n:
    return []
