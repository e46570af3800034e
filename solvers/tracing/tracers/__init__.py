"""One file per engine: its search as events."""
