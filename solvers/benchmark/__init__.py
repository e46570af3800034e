"""Many boards: how instances are generated, and how all backends compare on them."""
