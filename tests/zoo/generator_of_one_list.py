def queens(n):
    board = [0] * n

    def place(column):
        if column == n:
            yield board
            return
        for row in range(1, n + 1):
            if all(board[c] != row and abs(board[c] - row) != column - c for c in range(column)):
                board[column] = row
                yield from place(column + 1)

    return place(0)


print("there are", sum(1 for _ in queens(6)), "solutions for 6")
