"""Made for eight queens, which it does not list; its source's N is set to 2."""

from itertools import permutations

N = 8


def clashes(board):
    return sum(abs(a - b) == j - i for j, a in enumerate(board) for i, b in enumerate(board[:j]))


if N > 6:
    print("the best board of the last generation is stored")
else:
    least = min(map(clashes, permutations(range(N))))
    for board in permutations(range(N)):
        if clashes(board) == least:
            print(*board)
