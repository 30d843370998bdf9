from __future__ import annotations

from hypothesis import settings
from support.signals import restore_default_signals

# The same examples every time: a test that fails must fail again.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# Programs, not modules: they look at their command line.
collect_ignore_glob = [
    "hostile/sick_engine.py",
    "support/hostile_engine.py",
    "support/misbehaving_*.py",
]

# Tests send signals to programs, which ignore what this process ignores.
restore_default_signals()
