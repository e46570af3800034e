"""Stands beside an attack that forges records of the harness."""

import sys


def harness():
    """The variables of the harness, where its channel and its token are."""
    frame = sys._getframe(1)
    while "token" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals
