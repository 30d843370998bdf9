"""A game judged afterwards: what each move lost, and how lucky each deal was."""
