def n_queens(n):
    board = [[0] * n for _ in range(n)]

    def safe(r, c):
        for i in range(r):
            for j in range(n):
                if board[i][j] and (j == c or abs(i - r) == abs(j - c)):
                    return False
        return True

    def place(r):
        if r == n:
            return True
        for c in range(n):
            if safe(r, c):
                board[r][c] = 1
                if place(r + 1):
                    return True
                board[r][c] = 0
        return False

    if place(0):
        return board
    return False
