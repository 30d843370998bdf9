"""The text protocol: each message written and read in one module, and the server."""
