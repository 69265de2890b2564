"""What a player alone has of tables: how they like to play, how far they have seen them, notes, mistakes that
come back, and what reviews found of their moves."""
