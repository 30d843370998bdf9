"""A lock that programs of one machine hold by a file."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path


class FileLock:
    """Held from its making to `release` or the end of the process, whatever ends that.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lock = FileLock(Path(folder, "x.lock"))
    ...     try:
    ...         FileLock(Path(folder, "x.lock"))
    ...     except BlockingIOError:
    ...         print("held")
    ...     lock.release()
    ...     list(Path(folder).iterdir())
    held
    []
    """

    def __init__(self, path: Path) -> None:
        """Take the lock; BlockingIOError if another has it, OSError if there can be no file."""
        self._path = path
        self._file: int | None = None
        while self._file is None:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                raise
            if _is_at(path, file):
                self._file = file
            else:  # whoever had it has just removed the file
                os.close(file)

    def release(self) -> None:
        """Let it go; again does nothing."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None


def _is_at(path: Path, file: int) -> bool:
    with suppress(FileNotFoundError):
        return path.stat().st_ino == os.fstat(file).st_ino
    return False
