"""What programs ask that play many games at once: who they are, and one stream of all that happens."""
