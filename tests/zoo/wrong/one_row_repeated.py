def solve_n_queens(n):
    board = [["."] * n] * n
    answers = []

    def safe(row, col):
        for r in range(row):
            for c in range(n):
                if board[r][c] == "Q" and (c == col or abs(c - col) == row - r):
                    return False
        return True

    def put(row):
        if row == n:
            answers.append(["".join(line) for line in board])
            return
        for col in range(n):
            if safe(row, col):
                board[row][col] = "Q"
                put(row + 1)
                board[row][col] = "."

    put(0)
    return answers


if __name__ == "__main__":
    for answer in solve_n_queens(4):
        print("\n".join(answer), end="\n\n")
