"""Reading files that may be anything: no line, file or wait is without a limit."""

from __future__ import annotations

import errno
import gzip
import os
import select
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MEBIBYTE = 2**20
GZIP = b"\x1f\x8b"

# In bytes. A game of five has a line of 9 kB; an event of 1,000 players has 100 kB.
LONGEST_LINE = 4 * MEBIBYTE
LARGEST_LOG = 8192 * MEBIBYTE  # unpacked
LARGEST_SAVED_GAME = 4 * MEBIBYTE
LARGEST_TOML = MEBIBYTE
LARGEST_WEIGHTS = 64 * MEBIBYTE  # packed; the shipped ones have 0.5

# In seconds.
WRITER_WAIT = 10.0  # for somebody to open a named pipe to write
SILENCE = 600.0  # without a byte from a pipe that somebody has open
_STEP = 0.05  # between two looks whether a pipe has a writer

_BUFFER = 2**18


def read_whole(path: Path, most: int) -> bytes:
    """Return the content of a file of `most` bytes or less.

    Raises:
        OSError: the file cannot be read.
        UsageError: it is larger, a device, or a pipe that nobody writes to.
    """
    with _open(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UsageError(f"'{path}' is larger than {_size(most)}, the limit for such a file")
    return content


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, which may be compressed by gzip; it is opened once.

    Raises:
        OSError, EOFError, zlib.error: the file cannot be read, or it is damaged.
        UsageError: a line or the unpacked file is too long; or it is a device, or a pipe that
            nobody writes to.
    """
    left = LARGEST_LOG
    with _open(path) as raw, _unpacked(raw) as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            left -= len(line)
            if len(line) > LONGEST_LINE:
                limit = f"{_size(LONGEST_LINE)}, the limit for a line"
                raise UsageError(f"'{path}': line {number} is longer than {limit}")
            if left < 0:
                limit = f"{_size(LARGEST_LOG)}, the limit for a file"
                raise UsageError(f"'{path}' holds more than {limit}, when unpacked")
            yield line


@contextmanager
def rereadable(path: Path) -> Iterator[Path]:
    """Give a path that can be read more than once: of a pipe, that of a copy with its name.

    UsageError: the pipe cannot be read or copied, or as in `read_whole`.
    """
    if not path.exists() or path.is_file() or path.is_dir():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="spyrium-ai-") as folder:
        copy = Path(folder) / path.name
        try:
            _copy(path, copy)
        except OSError as error:
            raise UsageError(f"'{path}' cannot be copied: {error.strerror}") from None
        try:
            yield copy
        except UsageError as error:
            raise UsageError(str(error).replace(str(copy), str(path))) from None


def _copy(path: Path, copy: Path) -> None:
    left = LARGEST_LOG
    with _open(path) as file, copy.open("xb") as target:
        while chunk := file.read(_BUFFER):
            left -= len(chunk)
            if left < 0:
                limit = f"{_size(LARGEST_LOG)}, the limit for a file"
                raise UsageError(f"'{path}' holds more than {limit}")
            target.write(chunk)


class _Source(FileIO):
    """A file or a pipe; waiting for a pipe has a limit."""

    def __init__(self, path: Path) -> None:
        """Open it, without waiting for a writer; OSError or UsageError if that cannot be."""
        super().__init__(path, opener=_without_waiting)
        self._path = path
        mode = os.fstat(self.fileno()).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            self.close()
            raise UsageError(f"'{path}' is a device, not a file or a pipe")
        # An unnamed pipe has had its writer: where it is empty, it has ended.
        has_name = stat.S_ISFIFO(mode) and os.path.lexists(os.path.realpath(path))
        self._writer_due = time.monotonic() + WRITER_WAIT if has_name else None

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Return the number of bytes read, 0 at the end; UsageError: nothing comes."""
        while True:
            count: int | None = super().readinto(buffer)
            if count is None:  # there is a writer
                self._wait_for_bytes()
            elif count == 0 and self._writer_due is not None:
                self._look_for_writer(self._writer_due)
            else:
                self._writer_due = None
                return count

    def _wait_for_bytes(self) -> None:
        self._writer_due = None
        if not self._has_news(SILENCE):
            raise UsageError(f"'{self._path}' is a pipe that has been silent for {SILENCE:g} s")

    def _look_for_writer(self, due: float) -> None:
        """Wait a little while no writer has come."""
        if self._has_news(_STEP):
            self._writer_due = None
        elif time.monotonic() > due:
            raise UsageError(
                f"'{self._path}' is a pipe that nobody has opened to write for {WRITER_WAIT:g} s"
            )

    def _has_news(self, seconds: float) -> bool:
        """Return whether there are bytes, or the writer has gone, within this time."""
        poll = select.poll()
        poll.register(self, select.POLLIN)
        return bool(poll.poll(seconds * 1000))


def _open(path: Path) -> BufferedReader:
    try:
        return BufferedReader(_Source(path), _BUFFER)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise UsageError(f"'{path}' is a socket or a device, not a file or a pipe") from None
        raise


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _unpacked(file: BufferedReader) -> BinaryIO:
    """Return the file, or what it unpacks to; a text begins with no byte of gzip's mark."""
    head = file.peek(len(GZIP))[: len(GZIP)]  # of a pipe, perhaps only one byte
    is_gzip = head and GZIP.startswith(head)
    return cast(BinaryIO, gzip.GzipFile(fileobj=file)) if is_gzip else file


def _size(count: int) -> str:
    """Return a number of bytes in words.

    >>> _size(8192 * MEBIBYTE), _size(4 * MEBIBYTE), _size(100)
    ('8 GiB', '4 MiB', '100 bytes')
    """
    for unit, name in ((1024 * MEBIBYTE, "GiB"), (MEBIBYTE, "MiB")):
        if count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"
