class Solution(object):
    def solveNQueens(self, n):
        """
        :type n: int
        :rtype: List[List[str]]
        """
        ans = []
        used = collections.defaultdict(bool)

        def go(queens, xy_dif, xy_sum):
            p = len(queens)
            if p == n:
                ans.append(queens)
                return None
            for q in range(n):
                if q not in queens and p - q not in xy_dif and p + q not in xy_sum:
                    go(queens + [q], xy_dif + [p - q], xy_sum + [p + q])

        go([], [], [])
        return [["." * i + "Q" + "." * (n - i - 1) for i in sol] for sol in ans]
