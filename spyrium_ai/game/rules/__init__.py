"""The rules of the game, compiled."""
