"""What a command's --help does not load: it has to come at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"distributed", "jinja2", "joblib", "numpy", "rich", "scipy"}


@pytest.mark.parametrize("name", ["luck", "rate", "report", "selfplay", "tournament"])
def test_help_loads_nothing_heavy(name: str) -> None:
    code = f"import sys, spyrium_ai.cli.{name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert f"spyrium_ai.cli.{name}" in loaded
    assert not HEAVY & loaded
