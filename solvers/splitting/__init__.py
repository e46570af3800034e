"""Splits a problem into shards by prefix; several workers solve them, and the results are added."""
