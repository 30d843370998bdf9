"""One rollout: a move, and the game played on to its end by the same player in every seat."""

from __future__ import annotations

from dataclasses import dataclass

from spyrium_ai.analysis.rollout.rollout_player import RolloutPlayer
from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import STRONGEST, make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.seeds import derive

WAYS = 8  # in which the turn is played on after a move
CHOOSER_NODES = 5_000  # of the search that proposes moves

TurnEnds = dict[tuple[int, str, int], Position]  # by the key of the position, the move and the way


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
    """Plays rollouts with built-in players; one thread at a time.

    All random numbers of a rollout follow from the seed and its number alone, so rollouts of
    different moves with one number meet the same deals, as far as the moves allow.

    Nothing is dealt before the turn ends, and a mistake there is made whatever is dealt later. So
    the turn is played on in a few ways only, with much care, and each rollout draws one of them.
    """

    def __init__(
        self, players: RolloutPlayers, seed: int, stop: StopFlag, turns: TurnEnds | None = None
    ) -> None:
        """Make the players.

        Args:
            players: who decides.
            seed: of all rollouts.
            stop: a flag that ends the rollout under way.
            turns: the turns that have been played on; to share with others of the same players
                and seed.

        Raises:
            UsageError: there is no such built-in player, or it does not take an option.
        """
        self._first, self._later = RolloutPlayer(players.first), RolloutPlayer(players.later)
        self._seed = seed
        self._stop = stop
        self._turns = {} if turns is None else turns

    def play(self, position: Position, move: str, number: int) -> GameEnd | None:
        """Return the end of a rollout of the move, None if the flag was set before it."""
        end = self._end_of_turn(position, move, derive("rollout way", self._seed, number) % WAYS)
        dealer = Dealer(position.players, derive("rollout deals", self._seed, number))
        self._later.new_game(position.players, derive("rollout player", self._seed, number))
        while not (end.is_over or self._stop.is_set()):
            if end.is_chance:
                end.apply(dealer.deal(end))
            else:
                end.apply(self._later.choose(end, self._stop))
        return None if self._stop.is_set() else GameEnd(end.shares(), end.scores())

    def _end_of_turn(self, position: Position, move: str, way: int) -> Position:
        """Return where the turn ends that is played on after the move in this way."""
        known = self._turns.get((position.key, move, way))
        if known is not None:
            return known.copy()
        self._first.new_game(position.players, derive("rollout turn", self._seed, way))
        end = position.copy()
        end.apply(move)
        while not (end.is_over or end.is_chance or self._stop.is_set()):
            end.apply(self._first.choose(end, self._stop))
        if not self._stop.is_set():
            self._turns[position.key, move, way] = end.copy()
        return end


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
