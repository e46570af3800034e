class Solution:
    def solveNQueens(self, n: int) -> list[list[str]]:
        found = []

        def place(rows):
            if len(rows) == n:
                found.append(["." * row + "Q" + "." * (n - row - 1) for row in rows])
                return
            for row in range(n):
                if all(r != row and abs(r - row) != len(rows) - c for c, r in enumerate(rows)):
                    place(rows + [row])

        place([])
        return found
