"""Ratings, luck, and the sequential test (SPRT)."""
