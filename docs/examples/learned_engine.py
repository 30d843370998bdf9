"""The policy of `policy_gradient.py` as an engine, which plays in matches.

`spyrium-ai match "python docs/examples/learned_engine.py learned.npz" heuristic --games 100`
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from policy import Legal, Policy, picked

from spyrium_ai import Engine, Position, Report, SearchLimits, StopFlag, serve
from spyrium_ai.envs import Game


class LearnedEngine(Engine):
    """Plays the action with the highest probability, without searching."""

    name = "learned"
    author = "the spyrium-ai developers"
    version = "1"

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self._policy = Policy.load(weights)

    def choose(
        self,
        position: Position,
        limits: SearchLimits,  # noqa: ARG002 (no search, no limits)
        stop: StopFlag,  # noqa: ARG002
        report: Report,  # noqa: ARG002
    ) -> str:
        """Return the policy's move in a game of two, in any other the first legal move."""
        game = Game.from_position(position)
        ids = np.array(game.legal_actions())
        if position.players != 2:
            return game.action_text(int(ids[0]))
        legal = Legal(ids, np.array([len(ids)]))
        output = self._policy(game.observe()[None], legal)
        return game.action_text(int(ids[picked(output.log_policy, legal)[0]]))


if __name__ == "__main__":
    serve(LearnedEngine(Path(sys.argv[1] if len(sys.argv) > 1 else "learned.npz")))
