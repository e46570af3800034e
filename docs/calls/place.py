class Board:
    def __init__(self, size):
        self.size = size

    def place(self, rows):
        """All solutions that begin with these rows."""
        if len(rows) == self.size:
            return [rows]
        found = []
        for row in range(self.size):
            if all(row != old and abs(row - old) != len(rows) - at for at, old in enumerate(rows)):
                found += self.place([*rows, row])
        return found
