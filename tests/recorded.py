"""Finished games for tests of records."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from scripted import Scripted, at_move, crash, game, spread

from spyrium_ai.record_file import RecordWriter
from spyrium_ai.records import GameRecord


@cache
def with_fault() -> GameRecord:
    """Return a finished game for three, with a fault in it."""
    players = Scripted(), Scripted(at_move(4, crash)), Scripted(spread)
    return game(*players).play()


@cache
def without_fault() -> GameRecord:
    """Return a finished game for two."""
    return game(Scripted(), Scripted(spread)).play()


def write_both(folder: Path) -> Path:
    """Return a file with both in the folder."""
    path = folder / "games.jsonl"
    with RecordWriter(path) as writer:
        writer.add(with_fault())
        writer.add(replace(without_fault(), id="2.1", game=4))
    return path
