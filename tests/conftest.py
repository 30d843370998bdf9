from __future__ import annotations

import os

import pytest
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


@pytest.fixture(autouse=True, scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep games and analyses of tests, and of the programs they start, out of the user's own."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        os.environ[variable] = str(tmp_path_factory.mktemp(variable.lower()))
