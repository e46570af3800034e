"""Sends answers that no harness sends, if it finds the token."""
import os
import sys

ODD = ["{}", '{"pair": 1}', '{"term": [[[1]]]}', '{"float": {}}', '{"a": 1, "b": 2}', "[" * 900 + "]" * 900]


def queens(n):
    frame, tokens = sys._getframe(1), []
    while frame is not None:
        tokens += [one for one in frame.f_locals.values() if isinstance(one, str) and len(one) == 16]
        frame = frame.f_back
    for token in tokens:
        for odd in ODD:
            for descriptor in range(3, 100):
                try:
                    os.write(descriptor, f"{token} answer {odd}\n".encode())
                except OSError:
                    pass
    return [[7] * n]
