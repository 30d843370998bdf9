"""The searches, compiled: MCTS, UCT, alpha-beta, max^n, and the weights they load."""
