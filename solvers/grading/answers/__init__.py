"""From what a program returned or printed to placements."""
