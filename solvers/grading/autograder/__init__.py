"""Marking many programs, and archives for grading systems."""
