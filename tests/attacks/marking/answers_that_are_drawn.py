"""Draws many small boards, of which each takes ten times as much where its cells are read."""


def queens(n):
    for number in range(400_000):
        yield "\n".join(["abcdefghijkl"[number % 12] + "." * (n - 1)] * n)
