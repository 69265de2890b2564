"""Bots of others: accounts that are programs, whose they are, and what their tokens let them do."""
