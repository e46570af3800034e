"""Every backend beside the program that a user would otherwise write, measured in one run."""
