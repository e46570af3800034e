def queens(n):
    """tells what it does, and never what it found"""
    for row in range(n):
        for col in range(n):
            print("trying row", row, "column", col)
    return None
