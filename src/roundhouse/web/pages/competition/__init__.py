"""Pages of people and what they have played: histories and ratings."""
