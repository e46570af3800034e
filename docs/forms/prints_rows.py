# Takes n from the command line, and prints each solution as a list.

import sys
from itertools import permutations

n = int(sys.argv[1])
for rows in permutations(range(n)):
    if len({row + at for at, row in enumerate(rows)}) == n == len({row - at for at, row in enumerate(rows)}):
        print("solution:", list(rows))
