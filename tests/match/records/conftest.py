"""Finished games for the tests of records."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support.scripted_players import Scripted, at_move, crash, game, spread

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import RecordWriter


@cache
def _with_fault() -> GameRecord:
    players = Scripted(), Scripted(at_move(4, crash)), Scripted(spread)
    return game(*players).play()


@cache
def _without_fault() -> GameRecord:
    return game(Scripted(), Scripted(spread)).play()


@pytest.fixture
def record() -> GameRecord:
    """Give a finished game for three, with a fault in it."""
    return _with_fault()


@pytest.fixture
def clean() -> GameRecord:
    """Give a finished game for two."""
    return _without_fault()


@pytest.fixture
def file(tmp_path: Path, record: GameRecord, clean: GameRecord) -> Path:
    """Give a file with both, the one with the fault first."""
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        writer.add(record)
        writer.add(replace(clean, id="2.1", game=4))
    return path
