"""The JSON interface of people and ratings."""
