"""For the tests of searches by depths: which depths were searched, if any."""

from __future__ import annotations

from typing import Any

import pytest
from support.engine_cases import choose

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position


def watch_depths(
    monkeypatch: pytest.MonkeyPatch, search: type[Any], module: str, argument: int
) -> list[int]:
    """Return a list that takes the depths to which the module's `search` searches from now on.

    The depth is that argument of its method `search_depth`.
    """
    found: list[int] = []

    class Watched(search):  # type: ignore[misc]
        def search_depth(self, *arguments: Any) -> Any:
            found.append(arguments[argument])
            return super().search_depth(*arguments)

    monkeypatch.setattr(f"{module}.{search.__name__}", Watched)
    return found


def check_the_tree_search_plays(
    depths: list[int], settings: tuple[str, ...], limits: SearchLimits, position: Position
) -> None:
    """Let `mcts` choose; it must find a move without a search by depths."""
    move, _ = choose(make_engine("mcts", settings), position, limits)
    assert move in position.legal()
    assert depths == []
