"""Marking many programs: the journal, and archives for grading systems."""
