"""The journal of an event: every finished game, a line each, and the only truth about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import GZIP, GameFile, RecordError, scan_records
from spyrium_ai.util.append_file import open_alone, sync_folder
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.json_fields import FieldError

BEGINNING = b'{"format":'  # of every journal
_CHUNK = 1 << 16


class Journal(GameFile):
    """A file of games that is only added to; one run at a time has it.

    A line that the run before has not written to its end, as a SIGKILL may leave it, is dropped;
    `dropped` says so.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, it is no journal, or another run has it.
        """
        self.dropped = ""
        is_new = not path.exists()
        packed = path.with_name(f"{path.name}.gz")
        if is_new and packed.exists():
            raise UsageError(f"'{packed}' is compressed: gunzip it to go on with its games")
        super().__init__(path, open_alone(path))
        try:
            self._check_beginning()
            self._mend_end()
        except BaseException:
            self._file.close()
            raise
        if is_new:
            sync_folder(path.parent)

    def records(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield line number and game of all lines; UsageError: a line that is no game."""
        return journal_games(self.path)

    def add(self, record: GameRecord) -> None:
        """Write a game; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it, or the file has been taken away.
        """
        self.check_is_there()
        super().add(record)

    def check_is_there(self) -> None:
        """Raise HaltError where the file has been taken away."""
        if self.is_gone:
            raise HaltError(f"'{self.path}' is not there any more, and its games with it")

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
        """Raise UsageError where the file is something else: its end must not be touched."""
        self._file.seek(0)
        found = self._file.read(len(BEGINNING)) or b""
        if found.startswith(GZIP):
            raise UsageError(f"'{self.path}' is compressed: gunzip it to go on with its games")
        if not BEGINNING.startswith(found):
            raise UsageError(f"'{self.path}' is no journal of games")

    def _mend_end(self) -> None:
        """Drop a torn last line; where only the line's end is missing, write it."""
        end = self._file.seek(0, os.SEEK_END)
        whole = _end_of_last_line(self._file, end)
        if whole == end:
            return
        self._file.seek(whole)
        if _is_game(self._file.read(end - whole) or b""):
            self._file.write(b"\n")
        else:
            self._file.truncate(whole)
            self.dropped = (
                f"'{self.path}' ended within a line, as after a crash: its last {end - whole} "
                "bytes are dropped, and that game is played again"
            )
        os.fsync(self._file.fileno())


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


def _end_of_last_line(file: FileIO, end: int) -> int:
    """Return where the last whole line ends."""
    while end > 0:
        start = max(0, end - _CHUNK)
        file.seek(start)
        found = (file.read(end - start) or b"").rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
