"""Programs that a user would write with the same engine, after its documentation or a tutorial."""
