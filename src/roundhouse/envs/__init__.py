"""The games for researchers: what a seat sees as numbers, and many games stepped at once."""
