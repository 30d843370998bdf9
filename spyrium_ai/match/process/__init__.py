"""An engine's process and the client that talks to it."""
