"""The protocol between the suite and the four harnesses."""
