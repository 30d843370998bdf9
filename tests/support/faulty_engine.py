"""An engine for tests: it plays its first legal move and misbehaves in the way it is told.

    python faulty_engine.py FAULT [AT]

The fault happens at the AT-th `go` of the process (by default the first). Everything after these
two words is ignored, so that tests can find the process by a word of their own; only `seeds` takes
the next one as a file, to which it adds the seeds it is given.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def for_ever() -> None:
    while True:
        time.sleep(60)


def crash() -> None:
    sys.stderr.write("the engine falls over\n")
    sys.stderr.flush()
    os._exit(3)


def chatter() -> None:
    while True:
        say("info nodes 1 time 1 value 500 500")
        time.sleep(0.02)


def flood() -> None:
    line = "info nodes 1 time 1 value 500 500\n" * 1000
    while True:
        sys.stdout.write(line)


def long_line() -> None:
    sys.stdout.write("x" * 70_000)
    sys.stdout.flush()
    for_ever()


def garbage() -> None:
    sys.stdout.buffer.write(
        b"\xff\xfe\x00 what\n\n\r\nbestmoves a\nreadyok now\ninfo value x y z\n"
    )
    sys.stdout.buffer.flush()


def mute() -> None:
    os.close(1)
    for_ever()


def orphan() -> None:
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for_ever()
    os._exit(0)


def stubborn() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


FAULTS: dict[str, Callable[[], None]] = {
    "crash": crash,
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "stall": for_ever,
    "illegal": lambda: say("bestmove place:z9z9"),
    "wordy": lambda: say("bestmove pass or not"),
    "error": lambda: say("error go: I would rather not"),
    "chatter": chatter,
    "flood": flood,
    "longline": long_line,
    "garbage": garbage,
    "mute": mute,
    "orphan": orphan,
    "stubborn": stubborn,
}


def first_move(words: list[str]) -> str:
    """Return the first legal move after `position start N moves …`."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from spyrium_ai.game.position import Position  # noqa: PLC0415 (some tests do without the rules)

    position = Position.start(int(words[2]))
    for move in words[4:]:
        position.apply(move)
    return position.legal()[0]


def identify() -> None:
    if FAULT == "silent":
        for_ever()
    if FAULT == "stranger":
        say("hello, I play chess")
    say("id name faulty")
    say("id version 7")
    say("option name seed type spin default 10 min 10 max 19")
    say("option name style type combo default calm var calm var bold")
    if FAULT == "badoption":
        say("option name depth type spin default 900 min 1 max 9")
    say("spyriumok 2" if FAULT == "version2" else "spyriumok 1")


def answer(words: list[str], position: list[str], goes: int) -> None:
    """Answer the command `go`, or do what is wrong."""
    if goes == AT and FAULT == "late":
        movetime = int(words[words.index("movetime") + 1]) if "movetime" in words else 0
        time.sleep(movetime / 1000 + 0.5)
    if goes == AT and FAULT in FAULTS:
        FAULTS[FAULT]()
    if FAULT == "slow":
        time.sleep(0.02)
    if FAULT == "values":
        say("info depth 1 nodes 7 time 1 value 1000 0")
        say("info depth 2 nodes 42 time 3 value 600 400 points 40.5 30.0 pv pass")
        say("info depth 2 multipv 2 nodes 42 time 3 value 1 999 pv x")
        say("info string this is the end")
    say(f"bestmove {first_move(position)}")


def main() -> None:
    position = ["position", "start", "2"]
    goes = 0
    while line := sys.stdin.readline():
        words = line.split()
        match words[:1]:
            case ["spyrium"]:
                identify()
            case ["isready"]:
                say("readyok")
            case ["setoption"] if FAULT == "seeds" and words[2] == "seed":
                with Path(sys.argv[3]).open("a", encoding="ascii") as file:
                    file.write(f"{words[-1]}\n")
            case ["position"]:
                position = words
                if FAULT == "early" and goes == AT:
                    say("bestmove pass")
            case ["go"]:
                goes += 1
                answer(words, position, goes)
            case ["quit"] if FAULT != "stubborn":
                return
    if FAULT == "stubborn":
        for_ever()


main()
