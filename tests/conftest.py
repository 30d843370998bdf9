from __future__ import annotations

from hypothesis import settings

# The same examples every time: a test that fails must fail again.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# A program, not a module: importing it would run it.
collect_ignore = ["support/faulty_engine.py"]
