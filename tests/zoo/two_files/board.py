def can_stand(row, rows):
    return all(row != r and abs(row - r) != len(rows) - c for c, r in enumerate(rows))
