"""Learn: a guided first game, and what every card and event does."""
