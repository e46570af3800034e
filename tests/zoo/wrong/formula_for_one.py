def queens(n):
    """One solution by a formula, which is not right for every n."""
    if n in (2, 3):
        return []
    return [list(range(1, n, 2)) + list(range(0, n, 2))]
