"""What is read from many games: intervals, standings, tables."""
