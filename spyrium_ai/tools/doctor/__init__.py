"""The doctor: checks an engine against the protocol and says in words what is wrong with it."""
