class Solution:
    def solveNQueens(self, n: int) -> List[List[str]]:
        boards = []

        def fill(cols):
            row = len(cols)
            if row == n:
                boards.append(["." * c + "Q" + "." * (n - c - 1) for c in cols])
                return
            for c in range(n):
                if c in cols:
                    continue
                if any(abs(c - other) == row - r for r, other in enumerate(cols)):
                    continue
                fill(cols + [c])

        fill([])
        return boards
