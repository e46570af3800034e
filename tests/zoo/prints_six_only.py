N = 6
used, up, down, at = set(), set(), set(), []


def go(row):
    if row == N:
        for c in at:
            print("".join("#" if c == k else "-" for k in range(N)))
        print("=" * 20)
        return
    for c in range(N):
        if c not in used and row + c not in up and row - c not in down:
            used.add(c), up.add(row + c), down.add(row - c), at.append(c)
            go(row + 1)
            used.remove(c), up.remove(row + c), down.remove(row - c), at.pop()


go(0)
