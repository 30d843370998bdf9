"""What the misbehaving engine does instead of answering `go`, or before it answers."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

from support.misbehaving_words import AT, MISBEHAVIOUR, for_ever, say

INFO = "info nodes 1 time 1 value 500 500\n"


def crash() -> None:
    sys.stderr.write("the engine falls over\n")
    sys.stderr.flush()
    os._exit(3)


def chatter() -> None:
    while True:
        say(INFO.strip())
        time.sleep(0.02)


def flood() -> None:
    while True:
        os.write(1, 1000 * INFO.encode())


def long_line() -> None:
    os.write(1, b"x" * 70_000)
    for_ever()


def garbage() -> None:
    os.write(1, b"\xff\xfe\x00 what\n\n\r\nbestmoves a\nreadyok now\ninfo value x y z\n")


def close_output() -> None:
    os.close(1)
    for_ever()


def orphan() -> None:
    """End, and leave a process behind that TERM does not end."""
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for_ever()
    os._exit(0)


def hang() -> None:
    """Become a process that does nothing, which tests find by WORD-hangs."""
    code = "import time; time.sleep(3600)"
    words = [sys.executable, "-c", code, sys.argv[3], f"{sys.argv[3]}-hangs"]
    os.execv(sys.executable, words)  # noqa: S606


def daemon() -> None:
    """End, and leave a process in a session of its own behind, which holds the output open."""
    if os.fork() == 0:
        os.setsid()
        for_ever()
    os._exit(0)


def two_values() -> None:
    say("info depth 1 nodes 7 time 1 value 1000 0")
    say("info depth 2 nodes 42 time 3 value 600 400 points 40.5 30.0 pv pass")
    say("info depth 2 multipv 2 nodes 42 time 3 value 1 999 pv x")
    say("info string this is the end")


def three_lines() -> None:
    """Report three sets of lines, the last cut short, and ranks that nobody asked for."""
    say("info depth 1 multipv 1 nodes 5 time 1 value 500 500 pv a")
    for depth in (2, 3):
        for rank in (1, 2, 2, 3, 4, 1000, -7):
            share = 700 - 100 * max(rank, 0)
            say(f"info depth {depth} multipv {rank} nodes 9 time 2 value {share} {1000 - share}")
    say("info depth 4 multipv 1 nodes 12 time 3 value 480 520")
    say("info depth 4 multipv 3 nodes 12 time 3 value 400 600")


# What happens at the AT-th `go`.
ONCE: dict[str, Callable[[], None]] = {
    "crash": crash,
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "stall": for_ever,
    "illegal": lambda: say("bestmove place:z9z9"),
    "error": lambda: say("error go: I would rather not"),
    "chatter": chatter,
    "flood": flood,
    "longline": long_line,
    "garbage": garbage,
    "closes-output": close_output,
    "orphan": orphan,
    "daemon": daemon,
    "hangs": hang,
    "values": two_values,
    "lines": three_lines,
}


def misbehave(limits: dict[str, int], goes: int) -> None:
    """Do what is wrong at this `go`, or take the time for it that is too long.

    Args:
        limits: as `read_limits` returns them.
        goes: how many times it has been told to `go`, this one included.
    """
    if goes == AT and MISBEHAVIOUR in ONCE:
        ONCE[MISBEHAVIOUR]()
    time.sleep(_seconds(limits, goes))
    if MISBEHAVIOUR == "spins":
        until = time.process_time() + 0.5
        while time.process_time() < until:
            pass


def _seconds(limits: dict[str, int], goes: int) -> float:
    """Return how long it thinks."""
    movetime = limits.get("movetime", 0) / 1000
    seconds = {
        "late": (movetime + 0.5) * (goes == AT),
        "slow": 0.3 * (movetime == 0.1),
        "slow-once": (movetime + 1.4) * (goes == 1),
        "ponderous": 0.15 * (movetime > 0),
        "ignores-clock": 0.7 * ("clock" in limits),
        "first-clock": 0.7 * (limits.get("first", 0) > 1000),
        "ignores-nodes": movetime * ("nodes" in limits),
        "unhurried": 0.02,
    }
    return seconds.get(MISBEHAVIOUR, 0)
