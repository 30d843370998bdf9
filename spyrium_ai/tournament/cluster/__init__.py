"""Tournaments on many machines."""
