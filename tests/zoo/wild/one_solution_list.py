def under_attack(col, queens):
    left = right = col
    for r, c in reversed(queens):
        left, right = left - 1, right + 1
        if c in (left, col, right):
            return True
    return False


def solve(n):
    def go(row, queens):
        if row > n:
            return queens
        for col in range(1, n + 1):
            if not under_attack(col, queens):
                found = go(row + 1, queens + [(row, col)])
                if found:
                    return found
        return None

    return go(1, [])
