class Solution:
    def totalNQueens(self, n):
        full = (1 << n) - 1

        def count(cols, left, right):
            if cols == full:
                return 1
            total, free = 0, full & ~(cols | left | right)
            while free:
                bit = free & -free
                free -= bit
                total += count(cols | bit, (left | bit) << 1, (right | bit) >> 1)
            return total

        return count(0, 0, 0)
