size = int(input("How many queens? "))
boards = [[]]
for column in range(size):
    boards = [
        [*b, r]
        for b in boards
        for r in range(1, size + 1)
        if all(r != q and abs(r - q) != column - c for c, q in enumerate(b))
    ]
for number, board in enumerate(boards, 1):
    print(number, "->", board)
