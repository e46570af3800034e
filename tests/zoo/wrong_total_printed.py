def queens(n):
    found = [[r] for r in range(n)]
    while found and len(found[0]) < n:
        found = [
            b + [r]
            for b in found
            for r in range(n)
            if r not in b and not any(abs(r - q) == len(b) - c for c, q in enumerate(b))
        ]
    return found


if __name__ == "__main__":
    print("There are", len(queens(8)) + 1, "solutions for 8 queens")
print("in all,", len(queens(6)) * 2, "for 6")
