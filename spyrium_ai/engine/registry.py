"""The built-in engines by name; each is imported on first use."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass

from spyrium_ai.engine.base import Engine
from spyrium_ai.util.errors import UsageError, suggest
from spyrium_ai.util.text import shown

# The default opponent; tournaments/README.md and docs/search.md have the matches.
STRONGEST = "mcts"


@dataclass(frozen=True)
class Builtin:
    """Where the class of an engine is defined, and a summary for help; call it for an engine."""

    module: str
    class_name: str
    summary: str

    def __call__(self) -> Engine:
        """Return a new engine with its default options."""
        engine = getattr(importlib.import_module(self.module), self.class_name)()
        assert isinstance(engine, Engine)  # noqa: S101 (a fact of this package)
        return engine


BUILTIN = {
    "random": Builtin(
        "spyrium_ai.engine.builtin.random_engine",
        "RandomEngine",
        "uniformly random legal moves",
    ),
    "uct": Builtin(
        "spyrium_ai.engine.builtin.uct_engine",
        "UctEngine",
        "textbook UCT with random playouts, the baseline",
    ),
    "heuristic": Builtin(
        "spyrium_ai.engine.builtin.heuristic_engine",
        "HeuristicEngine",
        "greedy one-ply policy of the evaluation, no search",
    ),
    "expectimax": Builtin(
        "spyrium_ai.engine.builtin.expectimax_engine",
        "ExpectimaxEngine",
        "alpha-beta with iterative deepening within the turn",
    ),
    "mcts": Builtin(
        "spyrium_ai.engine.builtin.mcts_engine",
        "MctsEngine",
        "Monte Carlo tree search with value networks",
    ),
    "level": Builtin(
        "spyrium_ai.engine.builtin.level_engine",
        "LevelEngine",
        "an opponent of a chosen strength, from beginner to full strength",
    ),
}


def make_engine(name: str, settings: Iterable[str] = ()) -> Engine:
    """Return the built-in engine of that name with its options set.

    Args:
        name: one of `BUILTIN`.
        settings: `option=value` each; a button is named alone.

    Raises:
        UsageError: no such engine, no such option, or not a value of it; it says what would be.
    """
    if name not in BUILTIN:
        raise UsageError(f"no built-in engine {shown(name)}; {suggest(name, BUILTIN)}")
    engine = BUILTIN[name]()
    for setting in settings:
        option, equals, value = setting.partition("=")
        try:
            engine.set_option(option, value if equals else None)
        except ValueError as error:
            raise UsageError(f"{name}: {error}") from None
    return engine
