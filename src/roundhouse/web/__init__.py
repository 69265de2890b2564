"""The table in a browser: storage, players, tables, live updates, bots, and the JSON interface."""
