"""Spellings that commands and options had before: each is told its new one."""

from __future__ import annotations

from collections.abc import Sequence

COMMANDS = {"handin": "autograder", "work": "effort"}
"""Subcommands of ``queens``, from the old name to the new one."""

OPTIONS = {
    "--boards": "queens bench",
    "--guard": "--sandbox",
    "--written-limit": "--disk-limit",
    "--native": "--course-notation",
    "--fresh": "--process-per-n",
}
"""Options of all commands, from the old spelling to the new one."""


def renamed(arguments: Sequence[str], *, with_subcommand: bool = False) -> str:
    """One line that names the new spelling of the first old one; "" where there is no old one.

    ``with_subcommand`` tells that the first argument names a subcommand.
    """
    if with_subcommand and arguments and (new := COMMANDS.get(arguments[0])):
        return f"queens {arguments[0]} is now queens {new}"
    for argument in arguments:
        if argument == "--":
            break
        option = argument.partition("=")[0]
        if option in OPTIONS:
            return f"{option} is now {OPTIONS[option]}"
    return ""
