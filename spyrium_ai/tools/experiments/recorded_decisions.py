"""Decisions of recorded games, on which players are measured."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spyrium_ai.game.position import Position
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Turn
from spyrium_ai.match.process.faults import PlayerFault, fault_words, protocol_lines
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import ReplayError, replay
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import so_many


@dataclass(frozen=True)
class Decision:
    """A decision with more than one legal move.

    `moves` are all moves and deals before it, `left` the decisions from it to the game's end, as
    the game was played.
    """

    game: str
    moves: tuple[str, ...]
    left: int
    players: int = 2

    @property
    def key(self) -> str:
        """Its name in a journal: the game, the ply, and a digest of all moves before it."""
        return f"{self.game}/{len(self.moves)}/{derive('decision', *self.moves):016x}"

    def position(self) -> Position:
        """Return the position to decide in."""
        position = Position.start(self.players)
        for move in self.moves:
            position.apply(move)
        return position


def deal_of(key: str) -> str:
    """Return the deal of a decision's key, in whose games decisions are like each other."""
    return key.partition("/")[0].rpartition(".")[0]


@dataclass(frozen=True)
class Selection:
    """Which decisions of a game log are measured.

    Args:
        turns: only these.
        most: so many decisions at most.
        deals: so many deals, with as many decisions from each, drawn from its first game; None for
            all decisions of the first games.
        seed: of the draw.
        seats: only games of so many players; None for any number.
    """

    turns: range
    most: int
    deals: int | None = None
    seed: int = 1
    seats: int | None = None


def decisions(path: Path, selection: Selection) -> Iterator[list[Decision]]:
    """Yield the decisions of the recorded games, game by game, the last one of each first.

    Raises:
        UsageError: the file cannot be read, a game in it cannot be replayed, or it has not so many
            deals.
    """
    games = _games(path, selection)
    yield from (
        _first(games, selection.most)
        if selection.deals is None
        else _spread(games, selection.most, selection.deals, selection.seed)
    )


def _games(path: Path, selection: Selection) -> Iterator[list[Decision]]:
    for record in read_records(path):
        if record.outcome != "played" or selection.seats not in {None, len(record.seats)}:
            continue
        try:
            yield _decisions(record, selection.turns)[::-1]
        except ReplayError as error:
            raise UsageError(f"'{path}': game {record.id}: {error}") from None


def _decisions(record: GameRecord, turns: range) -> list[Decision]:
    plies = [ply.move for ply in record.plies]
    seats = [ply.seat for ply in record.plies]
    return [
        Decision(
            record.id, tuple(plies[:made]), sum(seat > 0 for seat in seats[made:]), before.players
        )
        for made, (_, before, _, _) in enumerate(replay(record))
        if before.turn in turns and not before.is_chance and len(before.legal()) > 1
    ]


def _first(games: Iterator[list[Decision]], most: int) -> Iterator[list[Decision]]:
    for game in games:
        yield game[:most]
        most -= len(game)
        if most <= 0:
            return


def _spread(
    games: Iterator[list[Decision]], most: int, deals: int, seed: int
) -> Iterator[list[Decision]]:
    seen: set[str] = set()
    for game in games:
        deal = deal_of(game[0].key) if game else ""
        if not game or deal in seen:
            continue
        count = most * (len(seen) + 1) // deals - most * len(seen) // deals
        seen.add(deal)
        yield _drawn(game, count, derive("decisions", seed, game[0].game))
        if len(seen) == deals:
            return
    raise UsageError(f"--deals {deals}: the games have {so_many(len(seen), 'deal')}")


def _drawn(game: Sequence[Decision], count: int, seed: int) -> list[Decision]:
    """Return so many of the decisions, or all of fewer, in their order."""
    places = random.Random(seed).sample(range(len(game)), min(count, len(game)))
    return [game[place] for place in sorted(places)]


def ask(player: EnginePlayer, decision: Decision, limits: TimeControl, seed: int) -> str:
    """Return the move that a player chooses, as if it had just joined the game.

    The limits are for a player that has none of its own.

    Raises:
        HaltError: it fails, or its move is not legal.
    """
    position = decision.position()
    seat, legal = position.to_move, position.legal()
    try:
        player.begin(position.players, seat, derive("regret", seed, decision.key))
        turn = Turn(position, decision.moves, seat, legal, player.limits(limits))
        move = player.choose(turn).move
    except PlayerFault as fault:
        lines = [f"{player.spec.name}: {fault_words(fault)}", *protocol_lines(fault)]
        raise HaltError("\n".join(lines)) from None
    if move not in legal:
        raise HaltError(f"{player.spec.name} chose '{move}', which is not legal in {position}")
    return move
