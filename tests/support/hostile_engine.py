"""An engine for tests that plays its first legal move and sends hostile texts in one place.

    python hostile_engine.py PLACE

The places are: id, option, info, bestmove, error, stderr, none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # it is started as a program

from support.hostile import EVIL

from spyrium_ai.game.position import Position

PLACE = sys.argv[1]


def say(text: str, place: str = "", stream: int = 1) -> None:
    """Write a line; in its own place, `text` gets hostile."""
    line = text.replace("EVIL", EVIL if place == PLACE else "harmless")
    os.write(stream, f"{line}\n".encode(errors="surrogateescape"))


def introduce() -> None:
    say("id name EVIL", "id")
    say("id version EVIL", "id")
    say("option name seed type spin default 0 min 0 max 9999")
    if PLACE == "option":
        say("option name EVIL type string default EVIL", "option")
    say("spyriumok 1")


def position_of(words: list[str]) -> Position:
    made = words.index("moves") if "moves" in words else len(words)
    position = (
        Position.start(int(words[1]))
        if words[0] == "start"
        else Position.parse(" ".join(words[:made]))
    )
    for move in words[made + 1 :]:
        position.apply(move)
    return position


def go(position: Position) -> None:
    say("info string EVIL", "info")
    if PLACE == "stderr":
        say("EVIL", "stderr", stream=2)
        sys.exit(3)
    if PLACE == "error":
        say("error go: EVIL", "error")
    else:
        say("bestmove EVIL" if PLACE == "bestmove" else f"bestmove {position.legal()[0]}", PLACE)


def main() -> None:
    position = Position.start(2)
    for line in sys.stdin:
        match line.split():
            case ["spyrium"]:
                introduce()
            case ["isready"]:
                say("readyok")
            case ["position", *words]:
                position = position_of(words)
            case ["go", *_]:
                go(position)
            case ["quit"]:
                return


main()
