"""Tournaments: events, schedules, pairings, SPRT, the game log."""
