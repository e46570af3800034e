"""Answers that lie about what they are."""


class Lying(list):
    def __len__(self):
        return -1

    def __iter__(self):
        raise RecursionError("\x1b]0;\x07")


class Hidden:
    def __repr__(self):
        raise SystemExit(0)


def queens(n):
    return [Lying(), Hidden(), float("nan"), 10**4000, {1: {2: {3}}}, "\ud800" * 3]
