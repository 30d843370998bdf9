"""Files that are only added to, line by line, by one run at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from spyrium_ai.util.errors import HaltError, UsageError

_CHUNK = 1 << 16


class AppendFile:
    """A file without a buffer that lines are added to; a context that closes it."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file

    def append(self, lines: str) -> None:
        """Write lines of ASCII, with their ends; they are on the disk when this returns.

        Raises:
            HaltError: the disk does not take them.
        """
        before = os.fstat(self._file.fileno()).st_size
        try:
            write_through(self._file, lines.encode("ascii"))
        except OSError as error:
            with contextlib.suppress(OSError):  # else a torn line stays
                self._file.truncate(before)
            raise HaltError(f"'{self.path}' cannot be written: {error.strerror}") from None

    def mend(self, is_whole: Callable[[bytes], bool] = lambda _: False) -> int:
        """Drop a torn last line, as SIGKILL may leave it; return how many bytes were dropped.

        Args:
            is_whole: whether such a line lacks only its end, which is then written.
        """
        end = self._file.seek(0, os.SEEK_END)
        whole = _end_of_last_line(self._file, end)
        if whole == end:
            return 0
        self._file.seek(whole)
        dropped = 0 if is_whole(self._file.read(end - whole) or b"") else end - whole
        if dropped:
            self._file.truncate(whole)
        else:
            self._file.write(b"\n")
        os.fsync(self._file.fileno())
        return dropped

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been written."""
        return os.fstat(self._file.fileno()).st_size == 0

    def close(self) -> None:
        """Close the file."""
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


def write_through(file: FileIO, content: bytes) -> None:
    """Write at the end of the file; it is on the disk when this returns.

    The file has no buffer, so that nothing is left to be written where the disk is full.
    """
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]
    os.fsync(file.fileno())


def open_alone(path: Path) -> FileIO:
    """Open a file to add to, or make it, for this run alone.

    Raises:
        UsageError: it cannot be opened, is no regular file, or another run has it.
    """
    try:
        # A pipe would be waited for, or could not be read from its beginning.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise UsageError(f"'{path}' is not a regular file")
        file = FileIO(path, "a+", opener=private)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise UsageError(f"'{path}' is being written by another run") from None
    return file


def private(path: str, flags: int) -> int:
    """Open a file as an `opener` of `open`: a new one can be read by its owner only."""
    return os.open(path, flags, 0o600)


def sync_folder(folder: Path) -> None:
    """Have the name of a new file on the disk too."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
