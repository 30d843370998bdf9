from __future__ import annotations

from hypothesis import settings
from support.signals import restore_default_signals

# The same examples every time: a test that fails must fail again.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# A program, not modules: it looks at its command line.
collect_ignore_glob = ["support/misbehaving_*.py"]

# Tests send signals to programs, which ignore what this process ignores.
restore_default_signals()
