"""A search as events: the event table, the replay, the checker, and a tracer per engine."""
