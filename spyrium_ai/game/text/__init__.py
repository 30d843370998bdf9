"""The game in words and in 80 columns: moves, cards, boards, scores."""
