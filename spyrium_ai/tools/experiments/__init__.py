"""Measurements of the players: regret."""
