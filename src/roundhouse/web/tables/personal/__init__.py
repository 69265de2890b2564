"""What a player alone has of tables: how far they have seen them, their notes, and their mistakes that come back."""
