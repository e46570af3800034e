"""Wrap other programs and engines as backends."""
