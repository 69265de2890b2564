"""Bots at tables: whose turn it is to think, where that is done, and how the answer comes in."""
