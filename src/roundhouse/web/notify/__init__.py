"""Telling players that it is their turn, wherever they have asked to be told."""
