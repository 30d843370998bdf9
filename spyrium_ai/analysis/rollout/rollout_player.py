"""A built-in player that decides in every seat of rollouts."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.registry import BUILTIN, make_engine
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError


class RolloutPlayer:
    """Makes the decisions of one player after the other; one thread at a time."""

    def __init__(self, player: str) -> None:
        """Make the engine.

        Args:
            player: a built-in player as `match` takes it, such as "mcts:nodes=50".

        Raises:
            UsageError: there is no such built-in player, or it does not take an option.
        """
        name = player.partition(":")[0]
        if name not in BUILTIN:
            names = ", ".join(BUILTIN)
            raise UsageError(f"player '{player}': rollouts are played by built-in players: {names}")
        self._spec = parse_player(player)
        self._engine = make_engine(name, _settings(self._spec.options))
        self._limits = self._spec.limits_or(TimeControl()).of_one_move()

    def new_game(self, players: int, seed: int) -> None:
        """Forget the last game; its random numbers follow from the seed."""
        self._engine.new_game(players, None)
        if "seed" in self._engine.values:
            self._engine.set_option("seed", str(self._spec.mixed_seed(seed)))

    def choose(self, position: Position, stop: StopFlag) -> str:
        """Return its move, which counts for nothing if the flag was set meanwhile."""
        legal = position.state.moves()
        if len(legal) == 1:
            return format_move(legal[0])
        return self._engine.choose(position.copy(), self._limits, stop, _ignore)


def _settings(options: tuple[tuple[str, str | None], ...]) -> Iterator[str]:
    for name, value in options:
        yield name if value is None else f"{name}={value}"


def _ignore(_info: Info) -> None:
    """Take a report of a search that nobody reads."""
