from __future__ import annotations

import errno
import gzip
import os
from io import FileIO
from pathlib import Path

import pytest
from support.scripted_players import Scripted, game, spread

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.util.errors import HaltError, UsageError


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a finished game for two."""
    return game(Scripted(spread), Scripted(spread)).play()


def test_what_is_added_is_there_for_the_next_run(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path) as journal:
        assert list(journal.records()) == []
        journal.add(record)
        assert list(journal.records()) == [(1, record)]
    with Journal(path) as journal:
        journal.add(record)
        assert list(journal.records()) == [(1, record), (2, record)]
        assert journal.dropped == ""


def test_every_torn_last_line_is_dropped(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    line = record.to_line().encode() + b"\n"
    for length in (1, len(line) // 2, len(line) - 2):
        path.write_bytes(line + line[:length])
        with Journal(path) as journal:
            assert f"its last {length} bytes are dropped" in journal.dropped
            assert "is played again" in journal.dropped
            assert list(journal.records()) == [(1, record)]
            journal.add(record)
        assert path.read_bytes() == 2 * line


def test_a_last_line_that_lacks_its_end_only_is_kept(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    line = record.to_line().encode() + b"\n"
    path.write_bytes(line + line[:-1])
    with Journal(path) as journal:
        assert journal.dropped == ""
        journal.add(record)
    assert path.read_bytes() == 3 * line


def test_a_file_that_is_nothing_but_a_torn_line(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"format":1,' + b"x" * 200_000)
    with Journal(path) as journal:
        assert "its last 200012 bytes" in journal.dropped
        journal.add(record)
    assert path.read_bytes() == record.to_line().encode() + b"\n"


def test_what_is_no_journal_is_not_touched(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    packed = gzip.compress(record.to_line().encode() + b"\n")
    for content, words in (
        (packed, "is compressed: gunzip it"),
        (b"My notes", "is not a game log"),
    ):
        path.write_bytes(content)
        with pytest.raises(UsageError, match=words):
            Journal(path)
        assert path.read_bytes() == content
    path.rename(tmp_path / "games.jsonl.gz")
    with pytest.raises(UsageError, match=r"games.jsonl.gz' is compressed: gunzip it"):
        Journal(path)
    assert not path.exists()


def test_a_line_that_is_no_game_is_an_error(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    line = record.to_line() + "\n"
    path.write_text(line + "{}\n" + line)
    with Journal(path) as journal, pytest.raises(UsageError, match="line 2: field 'format'"):
        list(journal.records())
    assert path.read_text() == line + "{}\n" + line


def test_only_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path), pytest.raises(UsageError, match="is being written by another run"):
        Journal(path)
    Journal(path).close()


def test_a_journal_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot be opened: Is a directory"):
        Journal(tmp_path)
    with pytest.raises(UsageError, match=r"cannot be opened: No such file"):
        Journal(tmp_path / "no" / "games.jsonl")


def test_a_full_disk_is_an_error_and_loses_one_game(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"

    def full(file: FileIO, _content: object) -> None:
        file.write(b'{"format":1,"pro')
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Journal(path) as journal:
        journal.add(record)
        with monkeypatch.context() as patch:
            patch.setattr("spyrium_ai.util.append_file.write_through", full)
            with pytest.raises(HaltError, match="cannot be written: No space left on device"):
                journal.add(record)
        assert list(journal.records()) == [(1, record)]
    with Journal(path) as journal:
        assert journal.dropped == ""
        assert list(journal.records()) == [(1, record)]


def test_a_journal_that_is_taken_away_is_noticed(tmp_path: Path, record: GameRecord) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path) as journal:
        journal.add(record)
        path.unlink()
        with pytest.raises(HaltError, match="has been removed"):
            journal.add(record)
        path.write_text("")
        with pytest.raises(HaltError, match="has been removed"):
            journal.add(record)
