def queens(n):
    def step(left, rows):
        if not left:
            yield rows
        for r in left:
            if all(abs(r - q) != len(rows) - c for c, q in enumerate(rows)):
                yield from step([x for x in left if x != r], rows + [r])

    return list(step(list(range(n)), []))


print("all of 5:", queens(5))
input("Return ends the program ")
