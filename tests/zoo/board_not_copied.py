def queens(n):
    answers, board = [], []

    def fill():
        if len(board) == n:
            answers.append(board)
        for r in range(n if len(board) < n else 0):
            if all(r != q and abs(r - q) != len(board) - c for c, q in enumerate(board)):
                board.append(r)
                fill()
                board.pop()

    fill()
    return answers
