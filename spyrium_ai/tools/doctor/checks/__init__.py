"""The checks, a module for each group, in the order of its tuple `CHECKS`."""
