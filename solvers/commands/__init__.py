"""The commands: arguments in, report out."""
