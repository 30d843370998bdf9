"""Games on disk: what is needed to go on with a game, as one JSON file."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from spyrium_ai.errors import UsageError
from spyrium_ai.fields import FieldError, Fields, parse_json
from spyrium_ai.limits import MOST_GAMES, SeriesLimits
from spyrium_ai.position import IllegalMove, Position
from spyrium_ai.records import Fault, Ply, read_fault
from spyrium_ai.referee import POLICIES

FORMAT = "spyrium-ai saved game"
VERSION = 1


@dataclass(frozen=True)
class SavedGame:
    """A game that was left: everything else follows from what stands here.

    `players` are the specs in the order of the command line, `seed` and `game` the series' seed and
    the number of the game in it, `limits` those of the series, `moves` all moves and deals and
    `faults` what has gone wrong.
    """

    players: tuple[str, ...]
    seed: int
    game: int
    limits: SeriesLimits
    policy: str
    moves: tuple[str, ...]
    faults: tuple[Fault, ...] = ()

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all; OSError if that cannot be."""
        data = {"format": FORMAT, "version": VERSION, "players": self.players}
        data |= {"seed": self.seed, "game": self.game, "limits": str(self.limits)}
        data |= {"policy": self.policy, "moves": self.moves}
        data |= {"faults": [vars(fault) for fault in self.faults]}
        text = json.dumps(data, indent=1)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{text}\n")
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def plies(self) -> tuple[Ply, ...]:
        """Return the moves with the seats that made them; UsageError for one that cannot be."""
        position = Position.start(len(self.players))
        plies = []
        for number, move in enumerate(self.moves, 1):
            plies.append(Ply(position.to_move, move))
            try:
                position.apply(move)
            except IllegalMove as error:
                raise UsageError(f"move {number} of the saved game: {error}") from None
        return tuple(plies)


def load(path: Path) -> SavedGame:
    """Return the game of a file; UsageError says why it cannot be gone on with."""
    try:
        data = parse_json(path.read_text(encoding="ascii"))
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror}") from None
    except ValueError:
        raise UsageError(f"'{path}' is not a saved game: it is not JSON text") from None
    if isinstance(data, dict):
        data = {"faults": [], **data}  # games that were saved earlier have no word of them
    try:
        return _read(Fields(data))
    except (FieldError, ValueError) as error:
        raise UsageError(f"'{path}' is not a saved game: {error}") from None


def _read(fields: Fields) -> SavedGame:
    if fields.text("format") != FORMAT or fields.number("version") != VERSION:
        raise FieldError("format", f"not '{FORMAT}', version {VERSION}")
    players = fields.texts("players")
    if not 2 <= len(players) <= 5:
        raise FieldError("players", f"{len(players)} players instead of 2 to 5")
    return SavedGame(
        players=players,
        seed=fields.number("seed"),
        game=fields.number("game", 1, MOST_GAMES),
        limits=SeriesLimits.from_words(fields.text("limits")),
        policy=fields.word("policy", POLICIES),
        moves=fields.texts("moves"),
        faults=tuple(read_fault(part, len(players)) for part in fields.parts("faults")),
    )
