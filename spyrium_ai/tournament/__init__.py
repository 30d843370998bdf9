"""Tournaments: events, schedules, pairings, SPRT, the journal."""
