"""What knows nothing of the game: files, JSON, TOML, text, seeds, signals."""
