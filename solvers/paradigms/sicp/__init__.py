"""SICP exercise 2.42, with the board representations of four texts."""
