"""Changes that were tried: why a program is wrong, in every language."""
