"""Matches: players, the referee, the pool of engines, the local runner."""
