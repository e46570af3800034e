class NQueens:
    """Generate all valid solutions for the n queens puzzle"""

    def __init__(self, size):
        self.size = size
        self.solutions = 0
        self.found = []
        self.solve()

    def solve(self):
        positions = [-1] * self.size
        self.put_queen(positions, 0)
        return self.found

    def put_queen(self, positions, target_row):
        if target_row == self.size:
            self.found.append(positions[:])
            self.solutions += 1
        else:
            for column in range(self.size):
                if self.check_place(positions, target_row, column):
                    positions[target_row] = column
                    self.put_queen(positions, target_row + 1)

    def check_place(self, positions, ocuppied_rows, column):
        for i in range(ocuppied_rows):
            if positions[i] == column or positions[i] - i == column - ocuppied_rows \
                    or positions[i] + i == column + ocuppied_rows:
                return False
        return True


def main():
    NQueens(8)


if __name__ == "__main__":
    main()
