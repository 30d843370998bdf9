"""The runner's end of the pipe to the watchdog, which ends engines when the runner dies."""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

WATCHDOG = Path(__file__).with_name("watchdog.py")


class Guard:
    """Runs one watchdog for this process and tells it which process groups to end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pipe: int | None = None
        self._groups: set[int] = set()
        self._dog: subprocess.Popen[bytes] | None = None

    def add(self, group: int) -> None:
        """Have the watchdog end this process group if this process dies; OSError if it cannot."""
        with self._lock:
            self._groups.add(group)
            try:
                self._tell(f"+{group}\n")
            except OSError:
                self._groups.discard(group)
                raise

    def remove(self, group: int) -> None:
        """Tell the watchdog that the group has ended."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}\n")

    def forget(self) -> None:
        """Leave the watchdog to the parent, in a fork; its pipe must not stay open here."""
        self._lock = threading.Lock()
        self._groups = set()
        if self._dog is not None:
            self._dog.returncode = 0  # not this process's child: nothing to warn about
            self._dog = None
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None

    def close(self) -> None:
        """End the watchdog, which then ends all groups that it still has."""
        with self._lock:
            if self._pipe is not None:
                os.close(self._pipe)
                self._pipe = None
            if self._dog is not None:
                self._dog.wait()
                self._dog = None

    def _tell(self, line: str) -> None:
        if self._pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._pipe, line.encode())
                return
            os.close(self._pipe)  # the watchdog has been killed: start another one
        self._start()

    def _start(self) -> None:
        """Start a watchdog and tell it about all groups."""
        if self._dog is not None:
            self._dog.wait()
        read_end, self._pipe = os.pipe()
        try:
            self._dog = subprocess.Popen(
                [sys.executable, "-I", "-S", str(WATCHDOG)],
                stdin=read_end,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        finally:
            os.close(read_end)
        os.write(self._pipe, "".join(f"+{group}\n" for group in self._groups).encode())


GUARD = Guard()
os.register_at_fork(after_in_child=GUARD.forget)
atexit.register(GUARD.close)
