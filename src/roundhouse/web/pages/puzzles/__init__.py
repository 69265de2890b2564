"""Puzzles: lists of them, a page each, and mistakes of one's own."""
