"""Rulebooks: their pages, their examples as positions, and what stands beside a table."""
