def solve(n):
    rows = [0] * n

    def place(column):
        if column == n:
            yield rows
            return
        for row in range(n):
            if all(rows[c] != row and abs(rows[c] - row) != column - c for c in range(column)):
                rows[column] = row
                yield from place(column + 1)

    yield from place(0)


print("there are", sum(1 for _ in solve(6)), "solutions for 6")
