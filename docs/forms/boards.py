class Solution:
    """The form of a site for exercises: each solution is a drawn board."""

    def solveNQueens(self, n: int) -> List[List[str]]:
        boards = []

        def place(rows):
            line = len(rows)
            if line == n:
                boards.append(["." * row + "Q" + "." * (n - row - 1) for row in rows])
                return
            for row in range(n):
                if all(row != old and abs(row - old) != line - at for at, old in enumerate(rows)):
                    place([*rows, row])

        place([])
        return boards
