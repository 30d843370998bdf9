"""What the tests of the tools share."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.run_command import invoke


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the log of a deal set of two games."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    result = invoke("match", "heuristic", "random", "--games", 2, "--seed", 1, "--out", path)
    assert result.exit_code == 0, result.output
    return path
