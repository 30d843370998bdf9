"""An engine for tests that notes all that it gets, each time with its process.

    python spying_engine.py FILE

It plays the first legal move. A line of FILE is a JSON list of the process id and a text: at the
start the environment, the open files, and the command lines of the process and all its ancestors;
then each line of its input.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # it is started as a program

from spyrium_ai.game.position import Position

SEED = "option name seed type spin default 0 min 0 max 9223372036854775807"


def note(text: str) -> None:
    with Path(sys.argv[1]).open("a") as file:
        file.write(f"{json.dumps([os.getpid(), text])}\n")


def note_surroundings() -> None:
    note(f"environment {dict(os.environ)}")
    for link in Path("/proc/self/fd").glob("*"):
        if link.exists():
            note(f"open {link.readlink()}")
    process = os.getpid()
    while process > 0 and Path("/proc/self").exists():
        words = Path(f"/proc/{process}/cmdline").read_text(errors="replace").split("\0")
        note(f"command {words}")
        status = Path(f"/proc/{process}/status").read_text()
        process = int(status.split("PPid:")[1].split()[0])


def position_of(words: list[str]) -> Position:
    """Return the position of `position start N moves M…`."""
    position = Position.start(int(words[2]))
    for move in words[4:]:
        position.apply(move)
    return position


def main() -> None:
    """Answer until `quit`."""
    note_surroundings()
    position = Position.start(2)
    for line in sys.stdin:
        note(line.strip())
        match line.split():
            case ["spyrium"]:
                print(f"id name spy\n{SEED}\nspyriumok 1", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *_] as words:
                position = position_of(words)
            case ["go", *_]:
                print(f"bestmove {position.legal()[0]}", flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
