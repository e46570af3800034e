import sys
from itertools import permutations

n = int(sys.argv[1]) if len(sys.argv) > 1 else 8
for rows in permutations(range(n)):
    if n == len({r + c for c, r in enumerate(rows)}) == len({r - c for c, r in enumerate(rows)}):
        print(*(f"({c}, {r})" for c, r in enumerate(rows)))
