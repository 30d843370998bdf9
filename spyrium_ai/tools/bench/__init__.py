"""Benchmarks of speed, and the fingerprint of behavior."""
