"""A few MiB of answers, of which each takes ten times as much where it is read."""


def queens(n):
    for _ in range(40):
        yield [999] * 50_000
