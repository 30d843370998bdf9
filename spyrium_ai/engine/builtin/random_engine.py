"""The engine `random`: uniformly random legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Report
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import SEED
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag


class RandomEngine(Engine):
    """Every legal move is as likely as any other.

    The choice depends on the seed and the position alone: with one seed a game can be replayed,
    entered in the middle or analysed by hand, and every move comes out the same.
    """

    name = "random"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (SEED,)

    def choose(
        self,
        position: Position,
        limits: SearchLimits,  # noqa: ARG002 (it does not think)
        stop: StopFlag,  # noqa: ARG002
        report: Report,  # noqa: ARG002
    ) -> str:
        """Return one of the legal moves."""
        legal = position.legal()
        return legal[derive("random engine", self.values["seed"], str(position)) % len(legal)]
