from itertools import permutations

n = int(input("size: "))
for p in permutations(range(n)):
    print(p)
