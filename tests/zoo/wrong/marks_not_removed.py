def n_queens(n):
    columns, sums, differences = set(), set(), set()
    solutions = []

    def search(row, placed):
        if row == n:
            solutions.append(placed)
            return
        for col in range(n):
            if col in columns or row + col in sums or row - col in differences:
                continue
            columns.add(col)
            sums.add(row + col)
            differences.add(row - col)
            search(row + 1, placed + [col])
            columns.remove(col)
            sums.remove(row + col)

    search(0, [])
    return solutions
