"""Measurements of the players: regret, and loss by rollouts."""
