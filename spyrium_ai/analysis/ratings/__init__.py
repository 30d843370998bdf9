"""Ratings and luck."""
