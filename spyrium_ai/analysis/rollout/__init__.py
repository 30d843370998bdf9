"""Rollouts: what moves are worth, by playing the game on to its end many times."""
