"""The secret of a series in a file that only its owner can read."""

from __future__ import annotations

import os
import re
import shlex
import stat
from io import FileIO
from pathlib import Path

from spyrium_ai.util.append_file import private, sync_folder, write_through
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import new_secret

_SECRET = re.compile(rb"[0-9a-f]{32}\n?")
_LONGEST = 34  # bytes; more than a secret has
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def read_or_make_secret(path: Path) -> str:
    """Return the secret of the file; if there is no file, create it with a new secret.

    Raises:
        UsageError: the file cannot be created, or as in `read_secret`.
    """
    return read_secret(path) if os.path.lexists(path) else make_secret(path)


def make_secret(path: Path) -> str:
    """Return a new secret that is in the new file, on the disk; UsageError if it cannot be."""
    secret = new_secret()
    try:
        with FileIO(path, "x", opener=private) as file:
            write_through(file, f"{secret}\n".encode())
        sync_folder(path.parent)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be created: {error.strerror}") from None
    return secret


def read_secret(path: Path) -> str:
    """Return the secret of the file.

    Raises:
        UsageError: it cannot be read, is no regular file, is open to other users, or holds
            anything else.
    """
    content = _content(path)
    if not _SECRET.fullmatch(content):
        raise UsageError(f"'{path}' does not hold a secret of 32 hex digits (0-9, a-f) in one line")
    return content.decode().rstrip("\n")


def _content(path: Path) -> bytes:
    """Return the beginning of the file; UsageError as in `read_secret`."""
    try:
        # Without O_NONBLOCK a FIFO would wait for a writer.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror}") from None
    try:
        mode = os.fstat(number).st_mode
        if not stat.S_ISREG(mode):
            raise UsageError(f"'{path}' is not a regular file: it cannot hold a secret")
        if mode & _OTHERS:
            raise UsageError(
                f"'{path}' is open to other users (mode {stat.S_IMODE(mode):04o}), who may know "
                f"the secret; to close it: chmod 600 {shlex.quote(str(path))}"
            )
        return os.read(number, _LONGEST)
    finally:
        os.close(number)
