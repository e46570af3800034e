class queen:
    pass


def solve(board):
    """one step of the search, on a board that is being filled"""
    if not isinstance(board, list):
        raise TypeError("a board is a list")
    return board


def generate_all(size):
    if size < 1:
        return []
    partial = [[]]
    for k in range(size):
        partial = [b + [r] for b in partial for r in range(size)
                   if all(r != q and abs(r - q) != k - i for i, q in enumerate(b))]
    return partial
