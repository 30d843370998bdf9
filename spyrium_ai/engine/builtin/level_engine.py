"""The engine `level`: an opponent of a chosen strength (docs/levels.md)."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from spyrium_ai.engine.base import Engine, Info, Report, thousandths
from spyrium_ai.engine.levels import LOWEST, Play, levels, play_of
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import SEED, Option
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.weights import FIRST_NETS_FILE, load_net, load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

DEFAULT_LEVEL = 5
# The levels stay as they were calibrated, whatever the players learn.
CALIBRATED = ("policy=one-ply", "networks=0.1")
MEMORY = 64  # MiB of a search
ERRORS = 2**32  # number of different errors, equally likely


class Opinion(NamedTuple):
    """What a level thinks of a move.

    `lead` is the expected lead over the best rival in points, with the level's error; `shares` and
    `points`, by seat, are without it.
    """

    move: int
    lead: float
    shares: list[float]
    points: list[float]


class LevelEngine(Engine):
    """Plays worse than it could by wrong opinions, or searches few nodes.

    A weak level judges the position after each move: the one-ply player plays the turn to its end,
    and the value network counts the points. To its lead it adds an error, which depends on the
    seed and the position alone: within a game it does not change its mind. A strong level adds
    none, and searches.

    Its own limits are nodes, so that it is as strong on every machine. Lower limits of `go` hold.
    """

    name = "level"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (SEED, Option("level", "real", DEFAULT_LEVEL, LOWEST, len(levels())))

    def __init__(self) -> None:
        super().__init__()
        self._searcher: Engine | None = None
        self._players = 0

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: ARG002
        """Forget the last game's search."""
        self._searcher = None
        self._players = players

    def option_set(self, name: str) -> None:  # noqa: ARG002
        """Forget the search, which had other options."""
        self._searcher = None

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the move of which it has the best opinion, or which its search finds."""
        play = play_of(self.values["level"])
        if play.noise:
            return self._by_opinion(position, play.noise, report)
        if position.players != self._players:
            self.new_game(position.players, None)
        if self._searcher is None:
            self._searcher = self._make_searcher(play)
        nodes = play.nodes_for(self._players)
        if limits.nodes is not None:
            nodes = min(nodes, limits.nodes)
        limits = replace(limits, nodes=nodes, infinite=False)
        return self._searcher.choose(position, limits, stop, report)

    def _make_searcher(self, play: Play) -> Engine:
        return make_engine(
            play.search_for(self._players),
            (f"seed={self.values['seed']}", f"memory={MEMORY}", *CALIBRATED),
        )

    def _by_opinion(self, position: Position, noise: float, report: Report) -> str:
        opinions = [self._opinion(position, move, noise) for move in position.state.moves()]
        best = max(opinions, key=lambda opinion: opinion.lead)
        report(
            Info(
                nodes=len(opinions),
                time=0,
                depth=1,
                values=thousandths(best.shares),
                points=tuple(round(p, 1) for p in best.points),
                pv=(format_move(best.move),),
            )
        )
        return format_move(best.move)

    def _opinion(self, position: Position, move: int, noise: float) -> Opinion:
        """Return the opinion of a move, which is one of the position after it."""
        players, seat, seed = position.players, position.to_move - 1, self.values["seed"]
        shares, points = line_value(
            position.state,
            (move,),
            load_weights(players),
            load_net(players, file=FIRST_NETS_FILE),
            seed,
        )
        after = position.state.copy()
        after.apply(move)
        lead = points[seat] - max(points[:seat] + points[seat + 1 :])
        return Opinion(move, lead + noise * error_of(after.key, seed), shares, points)


def error_of(key: int, seed: int) -> float:
    """Return the error about a position, by its key: standard normal over positions and seeds."""
    part = derive("level", seed, key) % ERRORS
    return NormalDist().inv_cdf((part + 0.5) / ERRORS)
