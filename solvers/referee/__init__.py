"""The referee: by its own arithmetic, and without any backend, it judges the runs."""
