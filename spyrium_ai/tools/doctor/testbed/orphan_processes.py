"""Finds processes that outlive their session's leader."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

PROC = Path("/proc")
PAUSE = 0.05


def left_behind(session: int, seconds: float) -> list[str] | None:
    """Return the remaining processes of a session, without its leader, as `ID (NAME)`.

    They have so many seconds to end. None on a system without /proc.
    """
    if not (PROC / "self" / "stat").exists():
        return None
    until = time.monotonic() + seconds
    while (found := _of_session(session)) and time.monotonic() < until:
        time.sleep(PAUSE)
    return found


def _of_session(session: int) -> list[str]:
    found = []
    for path in PROC.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            head, _, tail = path.read_text(encoding="ascii", errors="replace").rpartition(")")
            state, _parent, _group, its_session, *_ = tail.split()
            if int(its_session) == session != int(path.parent.name) and state != "Z":
                found.append(f"{path.parent.name} ({head.partition('(')[2]})")
    return found
