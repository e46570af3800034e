"""The tracers: each file reports the search of one engine, or of similar programs, as events."""
