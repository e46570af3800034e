"""The problem, and sets of placements: packing, comparison, symmetries, counts."""
