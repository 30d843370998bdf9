"""The game in a browser: a local server, its interface under /api/, and its pages."""
