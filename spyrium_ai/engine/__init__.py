"""What an engine is: its base class, options, limits, time management, the registry."""
