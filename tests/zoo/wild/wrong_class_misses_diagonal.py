class Queens:
    def __init__(self, n):
        self.n = n
        self.solutions = []

    def solve(self, row=0, cols=()):
        if row == self.n:
            self.solutions.append(cols)
            return
        for c in range(self.n):
            if c not in cols and all(c - cols[r] != row - r for r in range(row)):
                self.solve(row + 1, cols + (c,))
