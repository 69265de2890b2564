"""What is kept, and where: SQLite or PostgreSQL behind one schema."""
