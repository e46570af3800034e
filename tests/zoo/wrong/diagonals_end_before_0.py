from typing import List


class NQueens:
    """Backtracking with a board of characters."""

    def is_safe(self, board: List[List[str]], row: int, col: int) -> bool:
        for i in range(row):
            if board[i][col] == "Q":
                return False
        i, j = row - 1, col - 1
        while i > 0 and j > 0:
            if board[i][j] == "Q":
                return False
            i -= 1
            j -= 1
        i, j = row - 1, col + 1
        while i > 0 and j < len(board):
            if board[i][j] == "Q":
                return False
            i -= 1
            j += 1
        return True

    def solveNQueens(self, n: int) -> List[List[str]]:
        result: List[List[str]] = []
        board = [["."] * n for _ in range(n)]

        def place(row: int) -> None:
            if row == n:
                result.append(["".join(line) for line in board])
                return
            for col in range(n):
                if self.is_safe(board, row, col):
                    board[row][col] = "Q"
                    place(row + 1)
                    board[row][col] = "."

        place(0)
        return result


if __name__ == "__main__":
    for solution in NQueens().solveNQueens(4):
        print(*solution, sep="\n")
        print()
