"""What a user would write with the same engine for empty boards, after its documentation."""
