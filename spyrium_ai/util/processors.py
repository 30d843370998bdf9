"""How many processors there are for what runs in parallel."""

from __future__ import annotations

import os


def at_a_time(jobs: int) -> int:
    """Return how much is to run in parallel; `jobs` of -1 means one per core."""
    return cores() if jobs < 0 else jobs


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux; others only know how many there are
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
