"""What goes wrong because of what was asked for."""

from __future__ import annotations


class UsageError(ValueError):
    """Something was asked for that makes no sense; the message, one line, says what to do."""
