"""What the course material shows: notations, traces, boards, search-space numbers."""
