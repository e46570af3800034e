from itertools import combinations, permutations


def is_solution(perm: tuple[int, ...]) -> bool:
    return all(abs(i - j) != abs(perm[i] - perm[j]) for i, j in combinations(range(len(perm)), 2))


def queens(n: int) -> list[tuple[int, ...]]:
    return [perm for perm in permutations(range(1, n)) if is_solution(perm)]


if __name__ == "__main__":
    n = 8
    print(*queens(n), sep="\n")
