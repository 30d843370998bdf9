"""Give a process the signal handling that a program at a terminal begins with."""

from __future__ import annotations

import signal

# What ends a program at a terminal. Shells and `nohup` have some of them ignored.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def restore_default_signals() -> None:
    """Handle the signals that this process was started to ignore, and so all that it starts.

    A shell without job control starts background processes with SIGINT and SIGQUIT ignored;
    `nohup` does the same with SIGHUP. Child processes inherit it.
    """
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_IGN:
            is_interrupt = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if is_interrupt else signal.SIG_DFL)
