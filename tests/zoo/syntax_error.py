def queens(n)
    return []
