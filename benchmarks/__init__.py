"""Every backend beside what a user would otherwise write, measured in one run."""
