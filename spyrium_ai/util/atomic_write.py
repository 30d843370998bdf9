"""Atomic writes: a file is complete or unchanged, even if writing is interrupted."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file atomically, with this mode less the umask; OSError if it cannot be written."""
    target = behind_links(path)  # a link stays a link
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode)
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def behind_links(path: Path) -> Path:
    """Return where a path leads, be it there or not; OSError for a link that leads to itself."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target
