"""Matches and tournaments watched while they run."""
