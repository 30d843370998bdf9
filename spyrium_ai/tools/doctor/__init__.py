"""The conformance checker for engines."""
