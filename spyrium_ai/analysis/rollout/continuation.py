"""One rollout: a move, and the game played on to its end by one engine in every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spyrium_ai.engine.base import Engine, Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import BUILTIN, STRONGEST, make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import derive

CHOOSER_NODES = 5_000  # of the search that proposes moves


@dataclass(frozen=True)
class GameEnd:
    """How a rollout ended: win shares and final scores, by seat."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]

    def margin(self, seat: int) -> int:
        """Return the seat's score less that of its best rival; seats count from 1."""
        rivals = [score for other, score in enumerate(self.scores, 1) if other != seat]
        return self.scores[seat - 1] - max(rivals)


class Continuation:
    """Plays rollouts with one built-in engine; one thread at a time.

    The cards, tokens and random numbers of a rollout follow from the seed and its number alone, so
    rollouts of different moves with one number meet the same deals, as far as the moves allow.
    """

    def __init__(self, player: str, seed: int, stop: StopFlag) -> None:
        """Make the engine.

        Args:
            player: a built-in player as `match` takes it, such as "mcts:nodes=50".
            seed: of all rollouts.
            stop: a flag that ends the rollout under way.

        Raises:
            UsageError: there is no such built-in player, or it does not take an option.
        """
        self._engine, self._limits = _engine_of(player)
        self._seed = seed
        self._stop = stop

    def play(self, position: Position, move: str, number: int) -> GameEnd | None:
        """Return the end of a rollout of the move, None if the flag was set before it."""
        players = position.players
        dealer = Dealer(players, derive("rollout deals", self._seed, number))
        self._engine.new_game(players, None)
        if "seed" in self._engine.values:
            self._engine.set_option("seed", str(derive("rollout player", self._seed, number)))
        position = position.copy()
        position.apply(move)
        while not position.is_over:
            if self._stop.is_set():
                return None
            if position.is_chance:
                position.apply(dealer.deal(position))
            else:
                position.apply(self._choose(position))
        return GameEnd(position.shares(), position.scores())

    def _choose(self, position: Position) -> str:
        legal = position.state.moves()
        if len(legal) == 1:
            return format_move(legal[0])
        return self._engine.choose(position.copy(), self._limits, self._stop, _ignore)


def proposed_moves(
    position: Position, count: int, stop: StopFlag, nodes: int = CHOOSER_NODES
) -> list[str]:
    """Return the moves that the strongest player prefers, best first; all if they are few.

    Args:
        position: a player decides.
        count: how many moves at most.
        stop: a flag that ends its short search; the answer is then what has been found.
        nodes: of that search.
    """
    legal = position.legal()
    if len(legal) <= count:
        return legal
    best: dict[int, str] = {}

    def note(info: Info) -> None:
        if info.multipv is not None and info.pv:
            best[info.multipv] = info.pv[0]

    engine = make_engine(STRONGEST)
    engine.new_game(position.players, None)
    limits = SearchLimits(nodes=nodes, multipv=max(2, count))
    first = engine.choose(position.copy(), limits, stop, note)
    return list(dict.fromkeys([first, *(best[rank] for rank in sorted(best))]))[:count]


def _engine_of(player: str) -> tuple[Engine, SearchLimits]:
    """Return the engine with its options set, and its limits for a move."""
    if player.partition(":")[0] not in BUILTIN:
        names = ", ".join(BUILTIN)
        raise UsageError(f"player '{player}': rollouts are played by built-in players: {names}")
    spec = parse_player(player)
    engine = make_engine(player.partition(":")[0], _settings(spec.options))
    limits = spec.limits
    if limits is None:
        return engine, SearchLimits()
    return engine, SearchLimits(movetime=limits.movetime, nodes=limits.nodes, depth=limits.depth)


def _settings(options: tuple[tuple[str, str | None], ...]) -> Iterator[str]:
    for name, value in options:
        yield name if value is None else f"{name}={value}"


def _ignore(_info: Info) -> None:
    """Take a report of a search that nobody reads."""
