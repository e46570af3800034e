"""SICP exercise 2.42, with several representations of the board, and exercise 2.43."""
