"""What the page of a table is put together from: names, choices, the log, what is beside the game."""
