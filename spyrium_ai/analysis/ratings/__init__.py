"""Ratings of players over all games of any journals; docs/ratings.md says what they mean."""
