"""Atomic writes: a file is complete or unchanged, even if writing is interrupted."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file atomically, with this mode less the umask; OSError if it cannot be written."""
    target = path.resolve()  # a link stays a link
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode)
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
