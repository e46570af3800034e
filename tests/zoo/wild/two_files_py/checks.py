def fits(placed, column):
    return all(column != c and abs(column - c) != len(placed) - r for r, c in enumerate(placed))
