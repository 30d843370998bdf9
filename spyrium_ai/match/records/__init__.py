"""Games on disk: written, read, replayed, described."""
