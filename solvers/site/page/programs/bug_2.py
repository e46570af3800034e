# The search is right. What happens to the list of solutions?

def queens(n):
    solutions = []
    board = []

    def attacked(row):
        column = len(board)
        return any(
            row == other or abs(row - other) == column - at for at, other in enumerate(board)
        )

    def place():
        if len(board) == n:
            solutions.append(board)
            return
        for row in range(n):
            if not attacked(row):
                board.append(row)
                place()
                board.pop()

    place()
    return solutions
