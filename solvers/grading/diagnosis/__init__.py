"""The probable mistake in a program."""
