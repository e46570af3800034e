import sys


def run(size):
    number = 0
    stack = [[]]
    while stack:
        placed = stack.pop()
        if len(placed) == size:
            number += 1
            print(f"Solution {number}:")
            for col in placed:
                print(" ".join("Q" if c == col else "." for c in range(size)))
            print()
            continue
        for col in range(size):
            if all(col != c and abs(col - c) != len(placed) - r for r, c in enumerate(placed)):
                stack.append([*placed, col])
    print(number, "boards in all")


run(int(sys.argv[1]))
