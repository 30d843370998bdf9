"""The compiled searches: MCTS, UCT, alpha-beta, max^n; and their weights."""
