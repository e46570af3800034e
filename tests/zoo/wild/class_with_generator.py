class Board:
    def __init__(self, n):
        self.n = n

    def _ok(self, state, col):
        row = len(state)
        return all(c != col and abs(c - col) != row - r for r, c in enumerate(state))

    def solutions(self, state=()):
        if len(state) == self.n:
            yield state
            return
        for col in range(self.n):
            if self._ok(state, col):
                yield from self.solutions(state + (col,))
