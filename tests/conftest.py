from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from support.dask_cluster import DaskCluster
from support.signals import restore_default_signals

# One browser for the tests of all pages: two at once in a process are not possible.
pytest_plugins = ["support.browser"]

# Games and analyses of tests, and of the programs that they start, stay out of the user's own.
FOLDERS = tempfile.TemporaryDirectory(prefix="spyrium-ai-tests-")
atexit.register(FOLDERS.cleanup)
for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
    os.environ[variable] = str(Path(FOLDERS.name) / variable.lower())

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests, so that at the end no core waits for another."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Return a cluster with a worker of two threads, which nobody kills."""
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        cluster.worker(2, "--no-nanny")
        cluster.wait_for(1)
        yield cluster
