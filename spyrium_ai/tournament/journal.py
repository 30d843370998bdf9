"""The game log of an event: one line for each finished game. Nothing else is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import GameFile, RecordError, scan_records
from spyrium_ai.util.append_file import open_alone, sync_folder
from spyrium_ai.util.bounded_read import GZIP
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.json_fields import FieldError

BEGINNING = b'{"format":'  # of every game log


class Journal(GameFile):
    """A game log that is only added to, by one run at a time.

    A last line that was not written to its end is dropped; `dropped` then says so.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, it is no game log, or another run has it.
        """
        self.dropped = ""
        is_new = not path.exists()
        packed = path.with_name(f"{path.name}.gz")
        if is_new and packed.exists():
            raise UsageError(f"'{packed}' is compressed: gunzip it to resume its games")
        super().__init__(path, open_alone(path))
        try:
            self._check_beginning()
            dropped = self.mend(_is_game)
        except BaseException:
            self._file.close()
            raise
        if dropped:
            self.dropped = (
                f"'{path}' ended within a line, as after a crash: its last {dropped} bytes are "
                "dropped, and that game is played again"
            )
        if is_new:
            sync_folder(path.parent)

    def records(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield line number and game of all lines; UsageError for a line that is not a game."""
        return journal_games(self.path)

    def add(self, record: GameRecord) -> None:
        """Write a game; it is on the disk when this returns.

        Raises:
            HaltError: it cannot be written, or the file has been removed.
        """
        self.check_is_there()
        super().add(record)

    def check_is_there(self) -> None:
        """Raise HaltError if the file has been removed."""
        if self.is_gone:
            raise HaltError(f"'{self.path}' has been removed, with its games")

    @property
    def is_gone(self) -> bool:
        """Whether the path no longer leads to the file."""
        try:
            there = self.path.stat()
        except OSError:
            return True
        here = os.fstat(self._file.fileno())
        return (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino)

    def _check_beginning(self) -> None:
        """Raise UsageError if the file is something else: its end must not be touched."""
        self._file.seek(0)
        found = self._file.read(len(BEGINNING)) or b""
        if found.startswith(GZIP):
            raise UsageError(f"'{self.path}' is compressed: gunzip it to resume its games")
        if not BEGINNING.startswith(found):
            raise UsageError(f"'{self.path}' is not a game log")


def journal_games(path: Path) -> Iterator[tuple[int, GameRecord]]:
    """Yield line number and game of all lines; UsageError: a line that is no game."""
    for number, record in scan_records(path):
        if isinstance(record, RecordError):
            raise UsageError(f"'{path}': {record}")
        yield number, record


def _is_game(line: bytes) -> bool:
    try:
        GameRecord.from_line(line.decode("ascii"))
    except (FieldError, UnicodeDecodeError):
        return False
    return True
