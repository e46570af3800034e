# It marks the lines that are attacked. Does it remove every mark again?

def queens(n):
    rows, sums, differences = set(), set(), set()
    solutions, board = [], []

    def place(column):
        if column == n:
            solutions.append(list(board))
            return
        for row in range(n):
            if row in rows or row + column in sums or row - column in differences:
                continue
            rows.add(row)
            sums.add(row + column)
            differences.add(row - column)
            board.append(row)
            place(column + 1)
            board.pop()
            rows.remove(row)
            sums.remove(row + column)

    place(0)
    return solutions
