"""Training nets: games to learn from, learning, and rounds of both."""
