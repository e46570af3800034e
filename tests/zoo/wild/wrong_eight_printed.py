from itertools import permutations
for p in permutations(range(8)):
    if len(set(p[i]+i for i in range(8))) == 8:
        print(p)
