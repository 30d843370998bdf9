"""Everything compiled: cards, positions, moves, chance, search. It imports nothing above it."""
