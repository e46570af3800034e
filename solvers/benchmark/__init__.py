"""Many boards: how a family of them is made, and what all backends' runs on it say together."""
