"""People at the table: the screen, moves in words, the dialogue on stdin, saved games."""
