"""Searches as traces: their events recorded, checked and replayed; a film is packed for a page."""
