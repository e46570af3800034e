"""Placements from the values and the text of a program."""
