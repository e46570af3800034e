"""An exception whose text cannot be encoded."""


def queens(n):
    raise ValueError("half a character: \ud800, a byte: \udcff")
