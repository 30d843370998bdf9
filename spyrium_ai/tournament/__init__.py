"""Tournaments: which games an event has, how they are played, and what is read of them."""
