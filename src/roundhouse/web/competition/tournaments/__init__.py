"""Tournaments: who may do what there, who takes part, who plays whom, and their rounds."""
