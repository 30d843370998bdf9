"""The watchdog: ends the engines' process groups when the runner dies, even by SIGKILL.

The runner keeps a pipe to it open and writes `+PGID` before an engine begins its work and `-PGID`
after its end. When the pipe closes, the watchdog ends the groups that are left. This file is a
program by itself and imports nothing of the package, so that it starts quickly and works from any
directory.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

GRACE = 0.5  # seconds between TERM and KILL


def end_groups(groups: set[int]) -> None:
    """End the process groups: TERM, and KILL for those that are still there after GRACE."""
    left = {group for group in groups if _signal(group, signal.SIGTERM)}
    until = time.monotonic() + GRACE
    while left and time.monotonic() < until:
        time.sleep(0.02)
        left = {group for group in left if _signal(group, 0)}
    for group in left:
        _signal(group, signal.SIGKILL)


def _signal(group: int, number: int) -> bool:
    """Send a signal to a group; return whether any process of it received the signal."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
        return True
    return False


def watch(pipe: int) -> None:
    """Read the runner's messages until it has ended; end the groups that are left."""
    groups: set[int] = set()
    with open(pipe, "rb", buffering=0) as runner:
        rest = b""
        while data := runner.read(4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
    end_groups(groups)


def main() -> None:
    """Watch the runner on stdin, and ignore the signals that may end the runner."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    watch(sys.stdin.fileno())


if __name__ == "__main__":
    main()
