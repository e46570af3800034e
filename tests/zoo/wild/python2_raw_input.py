n = int(raw_input("How many queens? "))

def ok(q, c):
    for i, x in enumerate(q):
        if x == c or abs(x - c) == len(q) - i:
            return False
    return True

def go(q):
    if len(q) == n:
        print ' '.join(map(str, q))
        return
    for c in range(n):
        if ok(q, c):
            go(q + [c])

go([])
