"""The program in processes that start in milliseconds: forks of one that has imported it all.

`run` starts the program and judges nothing; `complaint` says what no run may do.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support.program import ROOT

MEMORY = 3 << 30  # bytes of address space; the program with all that it imports has 1 GB
LOOK_EVERY = 0.05  # seconds
PATIENCE = 20.0  # seconds that a command has, and an interrupted one to end


class Zygote:
    """The process that forks; it runs one program at a time."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "hostile.zygote_server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=environment,
                stdin=subprocess.DEVNULL,
            )

    def start(self, words: Sequence[str], folder: Path, memory: int, fds: Sequence[int]) -> int:
        """Start the program with these descriptors as its streams; return the process's number."""
        request = {"words": words, "folder": str(folder), "memory": memory}
        self._socket.settimeout(None)
        socket.send_fds(self._socket, [json.dumps(request).encode()], fds)
        return int(self._socket.recv(100))

    def exit_code(self, seconds: float) -> int | None:
        """Return how the program ended, negative for a signal; None: it still runs."""
        self._socket.settimeout(seconds)
        try:
            return int(self._socket.recv(100))
        except TimeoutError:
            return None

    def close(self) -> None:
        """End it."""
        self._socket.close()
        self._process.wait()


@cache
def zygote() -> Zygote:
    """Return the one that this process has."""
    made = Zygote()
    atexit.register(made.close)
    return made


def kill(process: int) -> None:
    """Kill the process and its group, for which it was given a session."""
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


@dataclass(frozen=True)
class Ran:
    """What came of a run: the exit code (negative: a signal, None: it had to be killed)."""

    words: Sequence[str]
    code: int | None
    out: bytes
    err: bytes
    was_stopped: bool  # it took longer than it had, and was asked to end


def run(
    words: Sequence[str],
    folder: Path,
    stdin: bytes = b"",
    seconds: float = PATIENCE,
    stop: signal.Signals = signal.SIGTERM,
    watch: Callable[[int], None] | None = None,
) -> Ran:
    """Run the program in a folder, and send it a signal when its time is over.

    Args:
        words: its command line, or "@module:function" to call with the words that follow.
        folder: its working directory.
        stdin: what it can read.
        seconds: its time.
        stop: the signal.
        watch: is called again and again with the process's number while it runs.
    """
    with ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(stdin)
        streams[0].seek(0)
        process = zygote().start(words, folder, MEMORY, [file.fileno() for file in streams])
        code = _awaited(process, seconds, watch)
        was_stopped = code is None
        if was_stopped:
            with suppress(ProcessLookupError):
                os.kill(process, stop)
            code = zygote().exit_code(PATIENCE)
        if code is None:
            kill(process)
            zygote().exit_code(PATIENCE)
        texts = []
        for file in streams[1:]:
            file.seek(0)
            texts.append(file.read())
    return Ran(words, code, texts[0], texts[1], was_stopped)


def _awaited(process: int, seconds: float, watch: Callable[[int], None] | None) -> int | None:
    """Return the exit code; None if it still runs after so many seconds."""
    if watch is None:
        return zygote().exit_code(seconds)
    end = time.monotonic() + seconds
    code = None
    while code is None and time.monotonic() < end:
        watch(process)
        code = zygote().exit_code(LOOK_EVERY)
    return code


def complaint(ran: Ran, codes: Collection[int] = (0, 1, 2), *, may_last: bool = False) -> str:
    """Return what no run may do, its kind in the first line; "": all is well.

    Args:
        ran: the run.
        codes: the exit codes that are allowed.
        may_last: whether it may be asked for work that takes longer than it had.
    """
    kind = _kind(ran, codes, may_last=may_last)
    if not kind:
        return ""
    found = [*control_characters(ran.out), *control_characters(ran.err)]
    end = ran.err.decode(errors="backslashreplace")[-1500:]
    ended = f"{list(ran.words)!r:.600}: exit code {ran.code} {found or ''}"
    return f"{kind}\n  {ended}\n{ascii(end)[1:-1]:.3000}"


def _kind(ran: Ran, codes: Collection[int], *, may_last: bool) -> str:
    term = signal.SIGTERM
    allowed = {*codes, 128 + term, -term} if ran.was_stopped else codes
    wrong = {
        f"traceback: {_last_words(ran.err)}": b"Traceback (most recent call last)" in ran.err,
        "it does not end, not even by SIGTERM": ran.code is None,
        "it does not end by itself": ran.was_stopped and not may_last,
        f"exit code {ran.code}": ran.code not in allowed,
        "exit code 2 without a word": ran.code == 2 and not ran.err.strip(),
        "stdout has characters that act on a terminal": bool(control_characters(ran.out)),
        "stderr has characters that act on a terminal": bool(control_characters(ran.err)),
    }
    return next((kind for kind, is_so in wrong.items() if is_so), "")


def control_characters(text: bytes) -> list[str]:
    """Return what acts on a terminal or shows a text as another one."""
    chars = set(text.decode(errors="surrogateescape"))
    return sorted(ascii(char) for char in chars if not char.isprintable() and char != "\n")


def _last_words(err: bytes) -> str:
    """Return the kind of exception of a traceback and the last line of this project in it."""
    text = err.decode(errors="backslashreplace")
    places = re.findall(r'File "[^"]*/(spyrium_ai/[^"]+)", line (\d+)', text)
    error = next((x for x in reversed(text.splitlines()) if re.match(r"[A-Za-z_.]+(:|$)", x)), "")
    return f"{error.partition(':')[0]} ({':'.join(places[-1]) if places else 'nowhere'})"
