class Queen:
    def __init__(self, row, col):
        self.row, self.col = row, col

    def attacks(self, other):
        across, down = self.col - other.col, self.row - other.row
        return down == 0 or across == 0 or abs(across) == abs(down)


def all_queens(n):
    boards = [[]]
    for col in range(n):
        tried = [board + [Queen(row, col)] for board in boards for row in range(n)]
        boards = [b for b in tried if not any(b[-1].attacks(q) for q in b[:-1])]
    return boards
