class NQueens:
    def __init__(self, size):
        self.size = size
        self.answers = []

    def safe(self, placed, row):
        column = len(placed)
        return not any(row == r or abs(row - r) == column - c for c, r in enumerate(placed))

    def search(self, placed):
        if len(placed) == self.size:
            self.answers.append(list(placed))
        else:
            for row in range(self.size):
                if self.safe(placed, row):
                    placed.append(row)
                    self.search(placed)
                    placed.pop()

    def solve(self):
        self.search([])
        return self.answers
