"""What stands for a character that the output's encoding does not have."""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = {"♛": "Q", "·": ".", "×": "x", "±": "+-", "²": "^2", "µ": "u", "←": "<-", "→": "->"}  # noqa: RUF001  # drawn


def plain_letters_where_needed() -> None:
    r"""Let nothing that is printed on stdout be an error, whatever its encoding.

    A drawing's characters become plain letters, any other one its number, such as ``\u0142``.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("plain letters", _plain)
        sys.stdout.reconfigure(errors="plain letters")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (PLAIN.get(one) or one.encode("ascii", "backslashreplace").decode() for one in missing)
    return "".join(plain), error.end
