N = 8
solutions = 0


def print_board(board):
    global solutions
    solutions += 1
    print("Solution", solutions)
    for row in board:
        print(" ".join("Q" if c == 1 else "." for c in row))
    print()


def is_safe(board, row, col):
    for i in range(row):
        if board[i][col] == 1:
            return False
    for i, j in zip(range(row - 1, -1, -1), range(col - 1, -1, -1)):
        if board[i][j] == 1:
            return False
    for i, j in zip(range(row - 1, -1, -1), range(col + 1, N)):
        if board[i][j] == 1:
            return False
    return True


def solve(board, row):
    if row == N:
        print_board(board)
        return
    for col in range(N):
        if is_safe(board, row, col):
            board[row][col] = 1
            solve(board, row + 1)
            board[row][col] = 0


board = [[0] * N for _ in range(N)]
solve(board, 0)
print("Total:", solutions)
