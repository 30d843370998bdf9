"""What the server of the tests of analysis has: an empty store of its own, shallow judges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from spyrium_ai.analysis.review.review_run import ReviewSettings
from spyrium_ai.analysis.review.reviewer import Depth
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.web.context import Context
from spyrium_ai.web.explore import desk

DEPTH = replace(Depth.of_nodes(1), samples=2)
SHALLOW = ReviewSettings(judge="heuristic", second="", depth=DEPTH, why=False)


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """Give the context of a server, whose analyses are quick and its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(desk, "SETTINGS", SHALLOW)
    context = Context(GameStore(tmp_path / "games"))
    yield context
    context.close()
