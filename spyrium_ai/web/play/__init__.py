"""Tables at which people and engines play."""
