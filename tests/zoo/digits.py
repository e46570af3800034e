from itertools import permutations


def find_all_solutions(n):
    digits = [str(d + 1) for d in range(n)]
    for order in permutations(range(n)):
        if len({i + d for i, d in enumerate(order)}) == len({i - d for i, d in enumerate(order)}) == n:
            yield "".join(digits[d] for d in order)
