"""All solutions of the n queens puzzle, or their number."""


def extend(rows, n, found):
    if len(rows) == n:
        found.append(list(rows))
        return
    for row in range(n):
        if all(row != r and abs(row - r) != len(rows) - c for c, r in enumerate(rows)):
            rows.append(row)
            extend(rows, n, found)
            rows.pop()


def main():
    while True:
        print("===== N QUEENS =====")
        print("1) Number of solutions")
        print("2) Show all boards")
        print("0) Exit")
        choice = int(input("> "))
        if choice == 0:
            break
        if choice not in (1, 2):
            print("Please choose 0, 1 or 2.")
            continue
        n = int(input("Size of the board (1-12): "))
        found = []
        extend([], n, found)
        if choice == 2:
            for number, rows in enumerate(found, 1):
                print(f"Board {number}")
                for row in range(n):
                    print(" ".join("Q" if r == row else "." for r in rows))
                print()
        print("Solutions:", len(found))


main()
