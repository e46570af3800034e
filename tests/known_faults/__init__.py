"""Engines, or ways to call them, that are known to lose or to repeat boards."""
