"""The page of a table: what it shows, what is done there, and what it is told when something changed."""
