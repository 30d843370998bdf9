"""Pipes that hold a file, as a shell gives them to a command."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def piped(content: bytes, name: str = "") -> Iterator[Path]:
    """Give the path of a pipe through which the content comes once, byte by byte at first.

    Args:
        content: what comes.
        name: of the pipe, such as /dev/stdin, by default that of its descriptor.
    """
    source, target = os.pipe()
    kept = os.dup(0)
    os.dup2(source, 0)

    def write() -> None:
        with open(target, "wb", buffering=0) as file:
            file.write(content[:1])
            file.write(content[1:])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield Path(name or f"/dev/fd/{source}")
    finally:
        # Without a reader the writer ends.
        os.dup2(kept, 0)
        os.close(kept)
        os.close(source)
        writer.join()
