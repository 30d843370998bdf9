"""The server itself: who may ask, what it serves, how it starts and ends."""
