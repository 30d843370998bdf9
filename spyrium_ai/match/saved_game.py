"""Saved games: what is needed to go on with a game of people, as one JSON file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.match.records.deal_source import DEALS, SEEDED
from spyrium_ai.match.records.record import (
    Fault,
    GameRecord,
    Ply,
    SeatRecord,
    check_faults,
    winners,
)
from spyrium_ai.match.settings import MOST_GAMES, POLICIES
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.atomic_write import write_atomically
from spyrium_ai.util.bounded_read import LARGEST_SAVED_GAME, read_whole
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import Real, Whole, check_word, convert, decode
from spyrium_ai.util.text import shown_value, visible

FORMAT = "spyrium-ai saved game"
VERSION = 1


@dataclass(frozen=True)
class SavedGame:
    """A game that was left: everything else follows from what stands here.

    `players` are the specs in the order of the command line, `seed` and `game` the series' seed and
    the number of the game in it, `limits` those of the series, `moves` all moves and deals, `times`
    how long they took in ms where that is known, `faults` what has gone wrong, and `deals` where
    the deals come from. `names` are the players' by seat, `dealer` is the seed of the deals,
    `started` the time in UTC, `program` the version; files of earlier versions have none of these.
    """

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    seed: Whole
    game: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    limits: TimeControl
    policy: str
    moves: tuple[str, ...]
    times: tuple[Real | None, ...]
    faults: tuple[Fault, ...] = ()
    deals: str = SEEDED
    names: tuple[str, ...] = ()
    dealer: Whole = 0
    started: str = ""
    program: str = ""

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all; OSError if that cannot be."""
        data = {"format": FORMAT, "version": VERSION, "players": self.players}
        data |= {"seed": self.seed, "game": self.game, "limits": str(self.limits)}
        data |= {"policy": self.policy, "moves": self.moves, "times": self.times}
        data |= {"deals": self.deals, "faults": [vars(fault) for fault in self.faults]}
        data |= {"names": self.names, "dealer": self.dealer}
        data |= {"started": self.started, "program": self.program}
        content = f"{json.dumps(data, indent=1)}\n".encode("ascii")
        write_atomically(path, content, mode=0o600)  # the deals follow from the seed

    def plies(self) -> tuple[Ply, ...]:
        """Return the moves with the seats that made them; UsageError for one that cannot be."""
        return self._replayed()[0]

    def record(self, id_: str) -> GameRecord:
        """Return the game as a game log has it; one that is not over is void.

        Raises:
            UsageError: a move cannot be made.
        """
        plies, position = self._replayed()
        lost = {fault.seat for fault in self.faults}
        scores = position.scores() if position.is_over else None
        outcome = ("forfeit" if lost else "played") if position.is_over else "void"
        names = self.names or _numbered(self.players)
        return GameRecord(
            program=self.program,
            id=id_,
            game=self.game,
            block=1,
            seed=self.dealer,
            deals=self.deals,
            policy=self.policy,
            started=self.started,
            seats=tuple(SeatRecord(name, name) for name in names),
            outcome=outcome,
            scores=scores,
            winners=winners(len(names), scores, lost) if position.is_over else (),
            faults=self.faults,
            final=str(position),
            plies=plies,
        )

    def _replayed(self) -> tuple[tuple[Ply, ...], Position]:
        """Return the moves with their seats, and the position after them."""
        position = Position.start(len(self.players))
        plies = []
        for number, (move, time) in enumerate(zip(self.moves, self.times, strict=True), 1):
            plies.append(Ply(position.to_move, move, time))
            try:
                position.apply(move)
            except IllegalMoveError as error:
                raise UsageError(f"move {number} of the saved game: {error}") from None
        return tuple(plies), position


def load(path: Path) -> SavedGame:
    """Return the game of a file; UsageError says why it cannot be gone on with."""
    try:
        text = read_whole(path, LARGEST_SAVED_GAME)
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror}") from None
    try:
        return parse(text)
    except ValueError as error:
        raise UsageError(f"'{path}' is not a saved game: {error}") from None


def parse(text: bytes) -> SavedGame:
    """Return the game that the content of a file holds; ValueError says what is wrong."""
    return _read(decode(text))


def _numbered(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players' specs as distinct names."""
    if len(set(players)) == len(players):
        return tuple(players)
    return tuple(f"{player}#{number}" for number, player in enumerate(players, 1))


def _read(data: object) -> SavedGame:
    """Return the game that decoded JSON holds; ValueError says what is wrong."""
    if not isinstance(data, dict):
        raise FieldError("", f"{shown_value(data)} is not an object")
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise FieldError("format", f"not '{FORMAT}', version {VERSION}")
    limits, moves = data.get("limits"), data.get("moves")
    if not isinstance(limits, str):
        raise FieldError("limits", f"{shown_value(limits)} is not a text")
    # Files of earlier versions have no times.
    times = [None] * len(moves) if isinstance(moves, list) else []
    game = convert({"times": times} | data | {"limits": TimeControl.from_words(limits)}, SavedGame)
    check_word("deals", game.deals, DEALS)
    check_word("policy", game.policy, POLICIES)
    if len(game.times) != len(game.moves):
        raise FieldError("times", f"{len(game.times)} items instead of {len(game.moves)}")
    check_faults(game.faults, len(game.players))
    if len(game.names) not in {0, len(game.players)}:
        raise FieldError("names", f"{len(game.names)} items instead of {len(game.players)}")
    return replace(
        game,
        faults=tuple(fault.printable() for fault in game.faults),
        names=tuple(map(visible, game.names)),
        started=visible(game.started),
        program=visible(game.program),
    )
