"""Pages of moderators, and of those who report, block, or were invited; and how the house is."""
