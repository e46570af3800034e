"""SICP exercise 2.42, and its board representations as other texts have them."""
