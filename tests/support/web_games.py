"""Games for the tests of the server: a recorded one of good players, and ways to keep one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.game_reader import GameReader
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.time_control import TimeControl

GAMES = Path(__file__).parents[2] / "tournaments/results/levels-top.jsonl.gz"


@cache
def recorded() -> GameRecord:
    """Return a game between levels 13 and 14."""
    return next(record for _, record in GameReader(GAMES).games())


def keep(store: GameStore, name: str, record: GameRecord, plies: int | None = None) -> None:
    """Keep a game in the store, or so many moves and deals of it."""
    store.folder.mkdir(parents=True, exist_ok=True)
    names = tuple(seat.name for seat in record.seats)
    saved = SavedGame(
        players=names,
        names=names,
        seed=1,
        game=1,
        limits=TimeControl(),
        policy="forfeit",
        moves=tuple(ply.move for ply in record.plies[:plies]),
        times=tuple(ply.time for ply in record.plies[:plies]),
        started=record.started,
        program=record.program,
    )
    saved.save(store.folder / f"{name}.json")
