"""A folder of what a path can lead to."""

from __future__ import annotations

import gzip
import os
import stat
from pathlib import Path

from hostile import base_games

# Names in that folder, whether they are there or not.
NAMES = (
    "games.jsonl",
    "games.jsonl.gz",
    "bad.jsonl",
    "empty",
    "folder",
    "folder/",
    "fifo",
    "loop",
    "nowhere",
    "zero",
    "bomb.gz",
    "missing/file",
    "games.jsonl/x",
    "base.toml",
    "./sick.toml",
    "./base.toml",
    "script",
    "new.html",
    "new.jsonl",
    "new.npz",
    "caf\u00e9 \U0001f600",
    "\x1b[31mred",
    "n" * 300,
    ".",
    "",
)
BOMB = 64 << 20  # bytes of one line that unpack from few


def fill(folder: Path) -> None:
    """Make the folder's content; every device in it is its own, so that none is written over."""
    base_games.write_event(folder)
    log = b"".join(line + b"\n" for line in base_games.lines())
    (folder / "games.jsonl").write_bytes(log)
    (folder / "games.jsonl.gz").write_bytes(gzip.compress(log))
    (folder / "bad.jsonl").write_bytes(b'{"format":1}\n\xff\x1b[2J\n')
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "script").write_text("#!/bin/sh\nexit 3\n")
    (folder / "script").chmod(0o755)
    os.mkfifo(folder / "fifo")
    (folder / "loop").symlink_to("loop")
    (folder / "nowhere").symlink_to("missing")
    _make_zero(folder / "zero")
    with gzip.open(folder / "bomb.gz", "wb", 1) as bomb:
        bomb.write(b" " * BOMB)


def _make_zero(path: Path) -> None:
    """Make a file without an end."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except (OSError, AttributeError):
        if os.getuid():  # else a write to the link could write over the device
            path.symlink_to("/dev/zero")
