"""Who hears of what, at once: the audience of each table, and the events that it is sent."""
