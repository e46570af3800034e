import sys

n = int(sys.argv[1])


def draw(board):
    for c in board:
        print("* " * c + "Q " + "* " * (n - c - 1))
    print()


def search(board, left):
    if not left:
        draw(board)
        if all(abs(a - b) != j - i for j, a in enumerate(board) for i, b in enumerate(board[:j])):
            print("found one")
    for c in sorted(left):
        search([*board, c], left - {c})


search([], set(range(n)))
