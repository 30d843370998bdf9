"""How a process has ended: as a zombie, and after it has been reaped."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess


def status_without_reaping(popen: subprocess.Popen[bytes]) -> int | None:
    """Return the exit status, negative for a signal's number; None while it runs."""
    if popen.returncode is not None or not hasattr(os, "waitid"):
        return popen.poll()
    try:
        info = os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # another thread has just reaped it
        return popen.poll()
    if info is None:
        return None
    return info.si_status if info.si_code == os.CLD_EXITED else -info.si_status


def status_in_words(status: int) -> str:
    """Return how a program with this exit status ended.

    >>> status_in_words(3), status_in_words(-11)
    ('ended with exit status 3', 'was killed by SIGSEGV')
    """
    if status < 0:
        return f"was killed by {_signal_name(-status)}"
    return f"ended with exit status {status}"


def _signal_name(number: int) -> str:
    """Return the signal's name, such as SIGSEGV; most real-time signals have none."""
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
