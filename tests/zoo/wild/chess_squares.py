def queens(n):
    """solutions as list of chess squares"""
    res = []
    def go(cols):
        if len(cols) == n:
            res.append(["abcdefghijkl"[c] + str(r+1) for r, c in enumerate(cols)]); return
        for c in range(n):
            if all(c != x and abs(c-x) != len(cols)-i for i, x in enumerate(cols)): go(cols+[c])
    go([])
    return res
