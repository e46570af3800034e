import sys

n = int(sys.argv[1])
rule = "+" + "---+" * n


def show(columns):
    print(rule)
    for at in columns:
        print("|" + "|".join(" Q " if c == at else "   " for c in range(n)) + "|")
        print(rule)


def search(columns=()):
    if len(columns) == n:
        show(columns)
    for at in range(n if len(columns) < n else 0):
        if all(at != c and abs(at - c) != len(columns) - r for r, c in enumerate(columns)):
            search((*columns, at))


search()
