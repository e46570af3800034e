def n_queens(n):
    board = [["." for _ in range(n)] for _ in range(n)]
    boards = []

    def attacked(row, col):
        for r in range(row):
            c = board[r].index("Q")
            if c == col or abs(c - col) == row - r:
                return True
        return False

    def solve(row):
        if row == n:
            boards.append(board)
            return
        for col in range(n):
            if not attacked(row, col):
                board[row][col] = "Q"
                solve(row + 1)
                board[row][col] = "."

    solve(0)
    return boards
