"""The probable mistake in a program: the modules here are loaded for a program that fails."""

LARGEST_COMPARED = 6
"""Up to this n hypotheses are held against answers; it takes longer for larger ones."""
