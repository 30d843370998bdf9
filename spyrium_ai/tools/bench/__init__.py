"""Benchmarks of speed, and the fingerprint of the behaviour."""
