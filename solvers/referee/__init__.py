"""The referee: by its own arithmetic, and without any backend, it says what the runs are worth."""
