"""The probable mistake in a program: the modules here are loaded for a program that fails."""
