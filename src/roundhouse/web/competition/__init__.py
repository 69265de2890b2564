"""What comes of many games: results, ratings, histories; beside what is live and the bots."""
