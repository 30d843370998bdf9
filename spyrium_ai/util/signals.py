"""Turns Ctrl-C and similar signals into a call from another thread during a run."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT  # the exit code that a shell expects after Ctrl-C
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass
class Interruption:
    """The interruption of a run: `signal` is the number of the first signal, 0 without one."""

    signal: int = 0

    @property
    def exit_code(self) -> int:
        """The exit code that a shell expects: 128 and the signal's number; 0 for none."""
        return 128 + self.signal if self.signal else 0


@contextlib.contextmanager
def on_interruption(call: Callable[[], None]) -> Iterator[Interruption]:
    """Call the function, in another thread, at the first SIGINT, SIGTERM or SIGHUP.

    The second one does what it always did. Signals that are ignored stay ignored. Outside the
    main thread, where signals cannot be handled, nothing is changed.
    """
    state = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield state
        return
    read_end, write_end = os.pipe()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    taken = [number for number in SIGNALS if before[number] not in {signal.SIG_IGN, None}]

    def note(number: int, _frame: FrameType | None) -> None:
        state.signal = number
        for each in taken:
            signal.signal(each, before[each])
        os.write(write_end, b"!")  # the handler itself must not wait for any lock

    def wait() -> None:
        if os.read(read_end, 1):
            call()

    waiter = threading.Thread(target=wait, name="interruption", daemon=True)
    waiter.start()
    try:
        for number in taken:
            signal.signal(number, note)
        yield state
    finally:
        for number in taken:
            signal.signal(number, before[number])
        os.close(write_end)
        waiter.join()
        os.close(read_end)
