"""What the checks stand on: the engine under test, positions, assertions."""
