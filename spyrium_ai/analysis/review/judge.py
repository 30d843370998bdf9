"""A judge: an engine that is asked what positions are worth."""

from __future__ import annotations

from dataclasses import replace

from spyrium_ai.analysis.review.game_review import Value
from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import BUILTIN
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.faults import PlayerFault, fault_words
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.seeds import derive

LATE = 10.0  # seconds a judgement may be late: values are asked for, not punctuality
CHANCE_SAMPLES = 8  # deals over which an engine of others judges the end of a turn


class Judge:
    """An engine in a process of its own, which starts at the first question; end it by `close`.

    Every answer is that of an engine that knows nothing of earlier ones, so with a node limit it
    depends on the position alone. One thread at a time may ask.
    """

    def __init__(self, spec: PlayerSpec, seed: int = 1) -> None:
        """Take the engine of a player.

        Args:
            spec: the player.
            seed: of the engine, and of the deals that it is shown.

        Raises:
            UsageError: a person cannot judge.
        """
        if spec.is_human:
            raise UsageError("only engines can judge a game, not 'human'")
        self.spec = spec
        self._seed = seed
        self._player = EnginePlayer(spec, Timeouts(margin=LATE))
        self._has_networks = spec.text.partition(":")[0] in BUILTIN

    @property
    def name(self) -> str:
        """The player as it is written, and what the engine calls itself once it runs."""
        identity = self._player.describe() if self._player.client.is_running else ""
        return f"{self.spec.text} ({identity})" if identity else self.spec.text

    def check(self) -> None:
        """Start the engine; UsageError if it does not start or lacks an option."""
        self._player.check()

    def after(self, position: Position, move: str, limits: SearchLimits) -> Value:
        """Return what a position is worth after a move, which begins the line.

        After the end of the game that is the result. At the end of a turn it is what the networks
        of the built-in players expect; another engine is asked after each of some deals.

        Args:
            position: a player decides.
            move: legal there.
            limits: of the search.

        Raises:
            HaltError: the engine fails.
        """
        after = position.copy()
        after.apply(move)
        if after.is_over:
            scores = tuple(map(float, after.scores()))
            return Value(after.shares(), scores, line=(move,), exact=True)
        if not after.is_chance:
            value = self.value(after, limits)
        elif self._has_networks:
            value = self._expected(position, move)
        else:
            value = self._mean(after, limits)
        return replace(value, line=(move, *value.line))

    def value(self, position: Position, limits: SearchLimits) -> Value:
        """Return what a decision is worth; forced moves are made without asking.

        Raises:
            HaltError: the engine fails.
        """
        legal = position.legal()
        if len(legal) > 1:
            return self.lines(position, limits, 1)[0]
        return self.after(position, legal[0], limits)

    def lines(self, position: Position, limits: SearchLimits, count: int) -> list[Value]:
        """Return the best moves with what they are worth, the best first.

        Args:
            position: a player decides.
            limits: of the search.
            count: how many moves at most; an engine may tell fewer, but at least one.

        Raises:
            HaltError: the engine fails.
        """
        player = self._player
        asked = SearchLimits(
            movetime=limits.movetime, nodes=limits.nodes, depth=limits.depth, multipv=count
        )
        try:
            player.begin(position.players, position.to_move, self._seed)
            player.client.position(str(position))
            answer = player.client.go(asked, position.to_move)
        except PlayerFault as fault:
            raise HaltError(f"the judge {self.spec.name}: {fault_words(fault)}") from None
        known = [info for info in answer.lines or (answer.info,) if info is not None]
        values = [_value(info, position) for info in known]
        first = next((value for value in values if value.line[:1] == (answer.move,)), None)
        if first is None:
            raise HaltError(
                f"the judge {self.spec.name} says nothing of its move: an `info` with `value` and "
                "`pv` is needed"
            )
        return [first, *(value for value in values if value is not first)]

    def close(self) -> None:
        """End the engine's process."""
        self._player.close()

    def terminate(self) -> None:
        """End the process at once, from another thread; what it was asked is not answered."""
        self._player.client.terminate()

    def _expected(self, position: Position, move: str) -> Value:
        """Return what the networks expect after the last move of a turn."""
        weights, net = load_weights(position.players), load_net(position.players)
        line = [parse_move(move)]
        shares, points = line_value(position.state, line, weights, net, self._seed)
        return Value(tuple(shares), tuple(points))

    def _mean(self, position: Position, limits: SearchLimits) -> Value:
        """Return the mean value over some deals, always the same ones for a position."""
        values = []
        for number in range(CHANCE_SAMPLES):
            after = with_chance(position, derive("judge", self._seed, position.key, number))
            values.append(self.value(after, limits))
        seats = range(position.players)
        shares = tuple(sum(value.shares[seat] for value in values) / len(values) for seat in seats)
        return Value(shares, nodes=sum(value.nodes for value in values))


def with_chance(position: Position, seed: int) -> Position:
    """Return the position after chance has decided, until a player does."""
    after = position.copy()
    while after.is_chance:
        after.apply(after.sample_deal(derive("chance", seed, after.key)))
    return after


def _value(info: Info, position: Position) -> Value:
    """Return what the engine says; ValueError does not occur: shares of any sum are scaled."""
    if len(info.values) != position.players or not sum(info.values):
        raise HaltError(f"the judge tells {len(info.values)} values for {position.players} players")
    total = sum(info.values)
    points = info.points if info.points and len(info.points) == position.players else None
    return Value(
        tuple(value / total for value in info.values), points, info.nodes, _legal(position, info.pv)
    )


def _legal(position: Position, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the beginning of a line that can be played, up to the turn's end."""
    at, moves = position.copy(), []
    for move in line:
        if at.is_chance or at.is_over or move not in at.legal():
            break
        at.apply(move)
        moves.append(move)
    return tuple(moves)
