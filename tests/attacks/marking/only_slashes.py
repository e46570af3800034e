"""A message in which a pattern for paths finds no end."""


def queens(n):
    raise ValueError("/" * 900_000)
