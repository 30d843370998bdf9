"""Spyrium as Python sees it: positions, notation, the dealer."""
