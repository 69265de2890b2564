"""What a seat sees of a game, as numbers: what every encoder is made of."""
