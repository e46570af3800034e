class Solution:
    def totalNQueens(self, n: int) -> int:
        def dfs(row, cols, d1, d2):
            if row == n:
                return 1
            total = 0
            for c in range(n):
                if c in cols or row - c in d1 or row + c in d2:
                    continue
                total += dfs(row + 1, cols | {c}, d1 | {row - c}, d2 | {row + c})
            return total

        return dfs(0, set(), set(), set())
