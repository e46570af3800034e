"""A student's program is run in a sandbox, asked for each n, read and judged."""
