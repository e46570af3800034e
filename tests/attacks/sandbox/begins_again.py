"""Says again and again that it is being loaded, for thirty seconds."""

import time

from its_harness import harness


def queens(n):
    own = harness()
    for _ in range(100):
        own["send"]("loading", {})
        own["send"]("ready", {"load_error": ""})
        own["records"].flush()
        time.sleep(0.3)
    return [[1, 3, 0, 2], [2, 0, 3, 1]]
