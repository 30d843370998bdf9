"""Everything compiled: the card table, positions, moves, chance, search. It imports nothing above it."""
