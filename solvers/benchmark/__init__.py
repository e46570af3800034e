"""Benchmarks: generates many boards, runs all backends on them, and compares the times."""
