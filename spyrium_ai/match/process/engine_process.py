"""An engine's process: its group, its pipes, the lines it writes, and its end."""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple

from spyrium_ai.engine.protocol.lines import MAX_LINE
from spyrium_ai.match.process.exit_status import status_in_words, status_without_reaping
from spyrium_ai.match.process.process_guard import GUARD
from spyrium_ai.util.text import shorten_middle, visible

MAX_LINES = 100_000  # that may come between a command and its answer
MAX_BYTES = 16 * 2**20
LOG_LINES = 40
LOG_WIDTH = 400
CHUNK = 2**16
POLL_INTERVAL = 0.25  # seconds between two looks, during a wait, at whether the process has ended
KILL_SECONDS = 5.0  # after KILL; a process of another user, as behind sudo, does not get it
LAST_WORDS = 0.2  # seconds for output that is still in the pipes when the process has ended

# The shell waits for a line before it becomes the program. So the watchdog knows every program
# that runs, even if the runner is killed between the start and the message to the watchdog.
LAUNCHER = ("/bin/sh", "-c", 'read -r go && exec "$@"', "sh")


class Line(NamedTuple):
    """A line of the process's stdout, and when it was read (`time.monotonic`)."""

    text: str
    at: float


@dataclass(frozen=True)
class End:
    """Why no more lines come: the end of the output, or a limit on it that was exceeded."""

    reason: str
    is_flood: bool = False


class EngineProcess:
    """A program in a session of its own, which ends with `close` or with the runner.

    A thread reads stdout and stderr all the time, so that the program never blocks on its output.
    `next_line` takes the lines from a queue. Output between two calls of `write` is limited.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the command; OSError if no process can be created."""
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._lines: queue.SimpleQueue[Line | End] = queue.SimpleQueue()
        self._end: End | None = None
        self._count = 0
        self._bytes = 0
        self._popen = subprocess.Popen(
            [*LAUNCHER, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self.pid = self._popen.pid
        self._flooded = False
        self._is_closed = False
        self._closing = threading.Lock()
        try:
            GUARD.add(self.pid)
            self._wake, self._waker = os.pipe()  # closing the waker ends the thread
        except OSError:
            self._popen.kill()
            self._popen.communicate()
            with contextlib.suppress(OSError):
                GUARD.remove(self.pid)
            raise
        os.set_blocking(_pipe(self._popen.stdin).fileno(), False)
        self._pump = threading.Thread(target=self._read, name=f"reader {self.pid}", daemon=True)
        self._pump.start()
        self._write(b"\n", time.monotonic() + 1)

    def write(self, line: str, deadline: float) -> bool:
        """Write a line; return False if the program did not read it by the deadline.

        A closed stdin is not an error here: the end of the output will show what happened.
        """
        return self.write_bytes(line.encode("ascii", "backslashreplace") + b"\n", deadline)

    def write_bytes(self, data: bytes, deadline: float) -> bool:
        """Write bytes, whole lines or not; otherwise like `write`."""
        self._count = self._bytes = 0
        for line in data.removesuffix(b"\n").split(b"\n"):
            self._note(">", line.decode("ascii", "backslashreplace"))
        return self._write(data, deadline)

    def close_input(self) -> None:
        """Close the program's stdin, upon which it should end by itself."""
        with contextlib.suppress(OSError):
            _pipe(self._popen.stdin).close()

    def next_line(self, deadline: float) -> Line | End | None:
        """Return the next line, the end of lines, or None if neither comes by the deadline.

        A deadline in the past returns only what has already come. The end is returned again by
        every later call.
        """
        if self._end is not None:
            return self._end
        item = self._wait(deadline)
        if isinstance(item, End):
            self._end = item
        return item

    def log(self) -> tuple[str, ...]:
        """Return the last lines of all three streams, marked `> `, `< ` and `! `."""
        return tuple(self._log)

    def wait_for_end_of_output(self, seconds: float) -> None:
        """Wait until both outputs have been read to their end, so that the log has all of them."""
        self._pump.join(seconds)

    def exit_status(self, seconds: float) -> str:
        """Return how the program ended, in words; '' if it still runs after so many seconds.

        It is not reaped: as long as it is a zombie, no other process can get its group's number.
        """
        status = self._peek(time.monotonic() + seconds)
        return "" if status is None else status_in_words(status)

    def terminate(self) -> None:
        """Send TERM to the whole group at once; safe in any thread."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the whole group at once; safe in any thread."""
        self._signal(signal.SIGKILL)

    def close(self, quit_seconds: float = 0.0, term_seconds: float = 0.5) -> None:
        """End the program and its whole group, and close the pipes.

        The pipes are closed even if a process that has left the group holds their other ends, or if
        the program belongs to another user and cannot be killed.

        Args:
            quit_seconds: how long to wait for it to end by itself after its stdin is closed.
            term_seconds: how long to wait between TERM and KILL.
        """
        with self._closing:
            if not self._is_closed:
                self._end_program(quit_seconds, term_seconds)

    def _end_program(self, quit_seconds: float, term_seconds: float) -> None:
        self.close_input()
        if self._peek(time.monotonic() + quit_seconds) is None:
            self.terminate()
            self._peek(time.monotonic() + term_seconds)
        self.kill()  # its children too, even if it has ended by itself
        self._is_closed = True
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(KILL_SECONDS)
            GUARD.remove(self.pid)
        self._pump.join(LAST_WORDS)
        os.close(self._waker)
        self._pump.join()
        os.close(self._wake)
        _pipe(self._popen.stdout).close()
        _pipe(self._popen.stderr).close()

    def _wait(self, deadline: float) -> Line | End | None:
        """Return the next item, None at the deadline.

        The end of the output usually shows that the program has ended. If a child holds the output
        open, only polling the process does.
        """
        is_gone = False
        while True:
            wait = max(deadline - time.monotonic(), 0)
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=min(wait, POLL_INTERVAL))
            if is_gone:
                return End("has ended, and left a child that holds its output")
            if wait <= POLL_INTERVAL:
                return None
            # One more round after this, for what it wrote before its end.
            is_gone = status_without_reaping(self._popen) is not None

    def _signal(self, number: signal.Signals) -> None:
        if not self._is_closed:
            # macOS refuses to signal a group of which only the zombie is left.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def _peek(self, deadline: float) -> int | None:
        """Return the exit status, negative for a signal's number; None if it still runs."""
        pause = 0.001
        while True:
            status = status_without_reaping(self._popen)
            if status is not None or time.monotonic() >= deadline:
                return status
            time.sleep(pause)
            pause = min(2 * pause, 0.02)

    def _write(self, data: bytes, deadline: float) -> bool:
        stdin = _pipe(self._popen.stdin)
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[stdin.write(rest) or 0 :]
                if rest and not _writable(stdin, deadline):
                    return False
            except (OSError, ValueError):  # the other end or this one is closed
                return True
        return True

    def _note(self, mark: str, text: str) -> None:
        self._log.append(f"{mark} {shorten_middle(text, LOG_WIDTH)}")

    def _read(self) -> None:
        """Read both outputs until their end, or until `close` wants no more: the thread's body."""
        out, err = _pipe(self._popen.stdout), _pipe(self._popen.stderr)
        rests = {out.fileno(): b"", err.fileno(): b""}
        with selectors.DefaultSelector() as selector:
            for stream in (out, err, self._wake):
                selector.register(stream, selectors.EVENT_READ)
            while len(selector.get_map()) > 1 and not self._flooded:
                for key, _ in selector.select():
                    if key.fd == self._wake:
                        return
                    data = os.read(key.fd, CHUNK)
                    is_out = key.fd == out.fileno()
                    rests[key.fd] = self._split(is_out, rests[key.fd], data)
                    if not data:
                        selector.unregister(key.fileobj)
                        if is_out and not self._flooded:
                            self._lines.put(End("closed its output"))

    def _split(self, is_out: bool, rest: bytes, data: bytes) -> bytes:
        """Process the complete lines; return the bytes after the last of them."""
        now = time.monotonic()
        *lines, rest = (rest + data).split(b"\n")
        if is_out:
            self._take(lines, len(data), now)
            if len(rest) > MAX_LINE + 1:
                self._flood(f"wrote a line of more than {MAX_LINE} bytes")
            return rest
        for line in lines if data else [*lines, rest]:
            if line:
                self._note("!", _text(line))
        return rest[-LOG_WIDTH:]

    def _take(self, lines: list[bytes], length: int, now: float) -> None:
        """Queue lines of stdout as long as they keep to the limits."""
        self._bytes += length
        self._count += len(lines)
        for line in lines:
            if len(line.removesuffix(b"\r")) > MAX_LINE:
                self._flood(f"wrote a line of more than {MAX_LINE} bytes")
                return
            text = _text(line)
            self._note("<", text)
            self._lines.put(Line(text, now))
        if self._bytes > MAX_BYTES or self._count > MAX_LINES:
            self._flood(f"wrote {self._count} lines, {self._bytes} bytes without an answer")

    def _flood(self, reason: str) -> None:
        """End the lines and kill the program, which might write for ever."""
        self._flooded = True
        self._lines.put(End(reason, is_flood=True))
        self.kill()


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """Return the stream of a process that was started with three pipes."""
    assert stream is not None  # noqa: S101 (for the type checker)
    return stream


def _text(line: bytes) -> str:
    """Return a line as printable ASCII, without its CR; a tab is a space to the protocol."""
    text = line.removesuffix(b"\r").decode("ascii", "backslashreplace")
    return visible(text.replace("\t", " "))


def _writable(stream: IO[bytes], deadline: float) -> bool:
    """Wait until a pipe accepts more, at most until the deadline; return whether it does."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_WRITE)
        return bool(selector.select(max(deadline - time.monotonic(), 0)))
