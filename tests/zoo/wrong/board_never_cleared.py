class Board:
    def __init__(self, size: int) -> None:
        self.size = size
        self.grid = [[0 for _ in range(size)] for _ in range(size)]
        self.solutions: list[list[int]] = []

    def is_free(self, row: int, col: int) -> bool:
        for r in range(row):
            for c in range(self.size):
                if self.grid[r][c] and (c == col or abs(c - col) == row - r):
                    return False
        return True

    def search(self, row: int) -> None:
        if row == self.size:
            self.solutions.append([line.index(1) for line in self.grid])
            return
        for col in range(self.size):
            if self.is_free(row, col):
                self.grid[row][col] = 1
                self.search(row + 1)


def n_queens(n: int) -> list[list[int]]:
    board = Board(n)
    board.search(0)
    return board.solutions


if __name__ == "__main__":
    print(f"{len(n_queens(8))} solutions for n = 8")
