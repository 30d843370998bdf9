"""Shards: games of self-play as arrays in compressed files (docs/selfplay.md has the format)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs.action_space import ACTION_FORMAT
from spyrium_ai.envs.actions import ACTION_COUNT
from spyrium_ai.envs.bounds import MOST_LEGAL_ACTIONS, longest_game
from spyrium_ai.envs.observation_layout import OBSERVATION_FORMAT
from spyrium_ai.envs.observations import observation_size
from spyrium_ai.util.array_file import read_member
from spyrium_ai.util.bounded_read import MEBIBYTE

SHARD_FORMAT = 1
GAMES_OF_SHARD = 64  # at most
LARGEST_SHARD = 256 * MEBIBYTE  # packed; one of 64 games has 1 to 2
PATTERN = "shard-*.npz"
_HEADER = ("format", "actions", "observations", "players", "games", "plies", "legal")
_KINDS = {
    "game_numbers": "<i8",
    "game_seeds": "<u8",
    "game_lengths": "<i4",
    "scores": "<i4",
    "seats": "|i1",
    "observations": "<f4",
    "legal_counts": "<i4",
    "legal_ids": "<u2",
    "visits": "<u4",
    "chosen": "<u2",
    "values": "<f4",
}


@dataclass(frozen=True, eq=False)
class Shard:
    """Some games, their decisions one after the other.

    Attributes:
        game_numbers: the number of each game in the run.
        game_seeds: the seed of each: `Game(players, seed)` with the actions of `chosen` replays it.
        game_lengths: its number of decisions.
        scores: its final scores by seat, (games, players).
        seats: the seat that makes each decision, from 0.
        observations: what that seat sees, (decisions, numbers of an observation).
        legal_counts: the number of legal actions at each decision.
        legal_ids: the legal actions of all decisions, one decision after the other.
        visits: how many simulations began with each of `legal_ids`.
        chosen: the action that was played.
        values: the win shares that the search expected, (decisions, players): first that of the
            seat that decides, then those of the others in the order of the observation.
    """

    game_numbers: npt.NDArray[np.int64]
    game_seeds: npt.NDArray[np.uint64]
    game_lengths: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]
    seats: npt.NDArray[np.int8]
    observations: npt.NDArray[np.float32]
    legal_counts: npt.NDArray[np.int32]
    legal_ids: npt.NDArray[np.uint16]
    visits: npt.NDArray[np.uint32]
    chosen: npt.NDArray[np.uint16]
    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.seats)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.scores.shape[1])

    @property
    def legal_starts(self) -> npt.NDArray[np.int64]:
        """Where the legal actions of each decision begin in `legal_ids`."""
        counts = self.legal_counts.astype(np.int64)
        starts: npt.NDArray[np.int64] = np.cumsum(counts) - counts
        return starts

    @property
    def policy(self) -> npt.NDArray[np.float32]:
        """The visits as probabilities, which sum to 1 for each decision."""
        totals = np.add.reduceat(self.visits, self.legal_starts)
        shares: npt.NDArray[np.float64] = self.visits / np.repeat(totals, self.legal_counts)
        return shares.astype(np.float32)

    @property
    def games(self) -> npt.NDArray[np.int64]:
        """The game of each decision, as an index from 0 into the arrays of games."""
        return np.repeat(np.arange(len(self.game_lengths)), self.game_lengths)

    @property
    def outcomes(self) -> npt.NDArray[np.float32]:
        """The win shares at the game's end, (decisions, players), in the order of `values`."""
        wins = self.scores == self.scores.max(axis=1, keepdims=True)
        shares: npt.NDArray[np.float64] = wins / wins.sum(axis=1, keepdims=True)
        order = (self.seats[:, None] + np.arange(self.players)) % self.players
        ordered: npt.NDArray[np.float64] = shares[self.games[:, None], order]
        return ordered.astype(np.float32)


def joined(shards: Sequence[Shard]) -> Shard:
    """Return all games of some shards, in their order; ValueError for none."""
    return Shard(
        *(np.concatenate([getattr(each, field.name) for each in shards]) for field in fields(Shard))
    )


def pack(shard: Shard) -> bytes:
    """Return the contents of a shard's file: equal games give equal bytes."""
    header = _header_of(shard)
    arrays = {name: getattr(shard, name).astype(kind) for name, kind in _KINDS.items()}
    content = io.BytesIO()
    np.savez_compressed(content, header=np.array(header, "<i8"), **arrays)
    return content.getvalue()


def read_shards(folder: Path | str) -> Iterator[Shard]:
    """Yield the shards of a run in order, reading one at a time.

    Games of a run that is not finished are not in a shard yet.

    Raises:
        ValueError: there is none in the folder, or one is damaged; the message names it.
    """
    paths = sorted(Path(folder).glob(PATTERN))
    if not paths:
        raise ValueError(f"'{folder}' has no {PATTERN}")
    for path in paths:
        yield read_shard(path)


def read_shard(path: Path) -> Shard:
    """Return a shard; ValueError that names the file if it is damaged or of another format."""
    try:
        with _opened(path) as file:
            shapes = _shapes(_read_header(file))
            arrays: dict[str, Any] = {
                name: read_member(file, name, shapes[name], (kind,))
                for name, kind in _KINDS.items()
            }
        shard = Shard(**arrays)
        _check(shard)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return shard


def count_games(path: Path) -> tuple[int, int]:
    """Return the numbers of games and decisions of a shard by its header; ValueError as there."""
    try:
        with _opened(path) as file:
            header = _read_header(file)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return header["games"], header["plies"]


def _opened(path: Path) -> IO[bytes]:
    """Return the open file; ValueError unless it is a regular one, and small enough."""
    if not path.is_file():
        raise ValueError("it is not a regular file")
    size = path.stat().st_size
    if size > LARGEST_SHARD:
        raise ValueError(f"it has {size} bytes, more than {LARGEST_SHARD}")
    return path.open("rb")


def _unreadable(path: Path, error: OSError | ValueError) -> ValueError:
    reason = error.strerror if isinstance(error, OSError) else error
    return ValueError(f"'{path}' cannot be read as a shard: {reason}")


def _header_of(shard: Shard) -> tuple[int, ...]:
    formats = (SHARD_FORMAT, ACTION_FORMAT, OBSERVATION_FORMAT)
    return (*formats, shard.players, len(shard.game_seeds), len(shard), len(shard.legal_ids))


def _read_header(file: IO[bytes]) -> dict[str, int]:
    """Return the header; ValueError if what it announces cannot be."""
    numbers = read_member(file, "header", (len(_HEADER),), ("<i8",)).tolist()
    header = dict(zip(_HEADER, numbers, strict=True))
    formats = (SHARD_FORMAT, ACTION_FORMAT, OBSERVATION_FORMAT)
    if tuple(numbers[:3]) != formats:
        raise ValueError(f"the formats {tuple(numbers[:3])} instead of {formats}")
    players, games, plies = header["players"], header["games"], header["plies"]
    if not 2 <= players <= 5 or not 1 <= games <= GAMES_OF_SHARD:
        raise ValueError(f"{games} games for {players} players")
    if not games <= plies <= games * longest_game(players):
        raise ValueError(f"{plies} decisions in {games} games")
    if not plies <= header["legal"] <= plies * MOST_LEGAL_ACTIONS:
        raise ValueError(f"{header['legal']} legal actions at {plies} decisions")
    return header


def _shapes(header: dict[str, int]) -> dict[str, tuple[int, ...]]:
    """Return the shape that each array must have."""
    players, games, plies = header["players"], (header["games"],), (header["plies"],)
    legal = (header["legal"],)
    return {
        "game_numbers": games,
        "game_seeds": games,
        "game_lengths": games,
        "scores": (*games, players),
        "seats": plies,
        "observations": (*plies, observation_size(players)),
        "legal_counts": plies,
        "legal_ids": legal,
        "visits": legal,
        "chosen": plies,
        "values": (*plies, players),
    }


def _check(shard: Shard) -> None:
    """Raise ValueError if the arrays do not fit each other."""
    if shard.legal_counts.min() < 1 or shard.legal_counts.sum() != len(shard.legal_ids):
        raise ValueError("'legal_counts' do not count 'legal_ids'")
    if shard.game_lengths.min() < 1 or shard.game_lengths.sum() != len(shard):
        raise ValueError("'game_lengths' do not count the decisions")
    if shard.seats.min() < 0 or shard.seats.max() >= shard.players:
        raise ValueError("'seats' has one that is not at the table")
    if shard.legal_ids.max() >= ACTION_COUNT:
        raise ValueError("'legal_ids' has a number above the action space")
    if not np.add.reduceat(shard.visits, shard.legal_starts).all():
        raise ValueError("'visits' are all 0 at a decision")
    is_chosen = shard.legal_ids == np.repeat(shard.chosen, shard.legal_counts)
    if not np.add.reduceat(is_chosen, shard.legal_starts, dtype=np.int32).all():
        raise ValueError("'chosen' has an action that is not legal")
    if not np.isfinite(shard.observations).all() or not np.isfinite(shard.values).all():
        raise ValueError("a number is not finite")
