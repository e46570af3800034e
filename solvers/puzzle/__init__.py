"""The problem, and sets of placements: packed, compared, turned, added up."""
