"""The journal of an event: every finished game, a line each, and the only truth about it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from spyrium_ai.errors import UsageError
from spyrium_ai.record_file import RecordError, scan_records, write_record
from spyrium_ai.records import GameRecord

_CHUNK = 1 << 16


class Journal:
    """A file of games that is only added to; one run at a time has it.

    A line that the run before has not written to its end, as a SIGKILL may leave it, is dropped;
    `dropped` says so.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, or another run has it.
        """
        self.path = path
        self.dropped = ""
        is_new = not path.exists()
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise UsageError(f"'{path}' cannot be opened: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise UsageError(f"'{path}' is being written by another run") from None
        if is_new:
            _sync_folder(path.parent)
        self._drop_torn_line()

    def records(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield line number and game of all lines; UsageError: a line that is no game."""
        for number, record in scan_records(self.path):
            if isinstance(record, RecordError):
                raise UsageError(f"'{self.path}': {record}")
            yield number, record

    def add(self, record: GameRecord) -> None:
        """Write a game; it is on the disk when this returns.

        Raises:
            UsageError: the disk does not take it.
        """
        try:
            write_record(self._file, record)
        except OSError as error:
            raise UsageError(f"'{self.path}' cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Close the file and let others have it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _drop_torn_line(self) -> None:
        end = self._file.seek(0, os.SEEK_END)
        whole = _end_of_last_line(self._file, end)
        if whole < end:
            self._file.truncate(whole)
            os.fsync(self._file.fileno())
            self.dropped = (
                f"'{self.path}' ended within a line, as after a crash: its last {end - whole} "
                "bytes are dropped, and that game is played again"
            )


def _end_of_last_line(file: BinaryIO, end: int) -> int:
    """Return where the last whole line ends."""
    while end > 0:
        start = max(0, end - _CHUNK)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _sync_folder(folder: Path) -> None:
    """Have the name of a new file on the disk too."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
