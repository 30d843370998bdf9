"""The words of the misbehaving engine: how it reads its input, and what it makes of lines."""

from __future__ import annotations

import os
import re
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position

MISBEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "none"
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SEEDS_FILE = Path(sys.argv[3] if len(sys.argv) > 3 else "")
MAX_LINE = 65_536
LIMITS = {"movetime": 1, "nodes": 1, "depth": 1, "multipv": 1, "inc": 0}
SEEDS = {"few-seeds": (0, 9), "notes-seeds": (10, 19)}
OPTIONS = {"seed": SEEDS.get(MISBEHAVIOUR, (0, 9999)), "width": (1, 8)}


def does(*misbehaviours: str) -> bool:
    """Return whether it is to misbehave in one of these ways."""
    return MISBEHAVIOUR in misbehaviours


@cache
def rules() -> type[Position]:
    """Return the rules, which take a while to load and are not always needed."""
    from spyrium_ai.game.position import Position  # noqa: PLC0415

    return Position


class BadInput(Exception):  # noqa: N818
    """Bad input: `error WHAT: WHY`."""


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def for_ever() -> None:
    while True:
        time.sleep(60)


def number(text: str, low: int, high: int = 10**12) -> int:
    if not re.fullmatch(r"0|[1-9]\d*", text) or not low <= int(text) <= high:
        raise BadInput(f"{text or 'number'}: not from {low} to {high}")
    return int(text)


def nothing_more(words: list[str]) -> None:
    if words and not does("ignores-words"):
        raise BadInput(f"{words[0]}: unknown word")


def introduce() -> None:
    """Say who it is and which options it has."""
    if does("silent"):
        for_ever()
    if does("stillborn"):
        sys.exit("no licence")
    if does("banner"):
        say("Misbehaving Engine, all rights reserved")
    say("id name misbehaving")
    if not does("no-author"):
        say("id author A. Tester")
    say("id version 7")
    if does("seed-is-text"):
        say("option name seed type string default 0")
    elif not does("unseeded", "seedless"):
        least, most = OPTIONS["seed"]
        say(f"option name seed type spin default {least} min {least} max {most}")
    default = 900 if does("bad-option") else 4
    for _ in range(2 if does("option-twice") else 1):
        say(f"option name width type spin default {default} min 1 max 8")
    say("option name style type combo default calm var calm var bold")
    say("option name loud type check default false")
    say("spyriumok 2" if does("version-2") else "spyriumok 1")


def check_option(words: list[str]) -> None:
    """Refuse what is not an option, or not a value of it."""
    if words[:1] != ["name"] or words[2:3] != ["value"]:
        raise BadInput("setoption: name N value V expected")
    name, value = words[1], " ".join(words[3:])
    if name in OPTIONS and not does("takes-any-value"):
        number(value, *OPTIONS[name])
    if name == "seed" and does("notes-seeds"):
        with SEEDS_FILE.open("a", encoding="ascii") as file:
            file.write(f"{value}\n")
    if name == "width" and value == "8" and does("refuses-max"):
        raise BadInput("8: too much")
    choices = {"style": ("calm", "bold"), "loud": ("true", "false")}.get(name)
    if choices and value not in choices and not does("takes-any-value"):
        raise BadInput(f"{value}: not a choice")
    if name not in {*OPTIONS, "style", "loud"} and not does("takes-any-option"):
        raise BadInput(f"{name}: no such option")


def read_limits(words: list[str], position: Position) -> dict[str, int]:
    """Return the limits after `go`, and of the clock the mover's time and the first one."""
    found: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word in found:
            raise BadInput(f"{word}: given twice")
        if word == "infinite":
            found[word] = 1
        elif word == "clock":
            times = [number(text, 0) for text in next(rest, "").split(",")]
            if len(times) != position.players:
                raise BadInput("clock: not a time for each player")
            found["clock"] = 0
            found["own"], found["first"] = times[position.to_move - 1], times[0]
        elif word in LIMITS:
            most = 2**31 if does("small-numbers") else 10**12
            found[word] = number(next(rest, ""), LIMITS[word], most)
        else:
            raise BadInput(f"{word}: not a limit")
    if "inc" in found and "clock" not in found:
        raise BadInput("inc: without a clock")
    return found


def lines() -> list[str]:
    """Return the next lines of stdin, none at its end."""
    if does("one-at-a-time"):
        return os.read(0, 65_536).decode("latin-1").split("\n")[:1]
    if does("chunks"):
        return os.read(0, 65_536).decode("latin-1").splitlines()
    data = sys.stdin.buffer.readline()
    if does("dies-of-bytes"):
        data.decode("ascii")
    line = data.decode("latin-1").removesuffix("\n")
    if does("deaf-to-crlf") and line.endswith("\r"):
        return [""]
    if data and not does("crlf"):
        line = line.removesuffix("\r")
    if does("short-buffer"):
        line = line[:1024]
    if does("splits-lines") and len(line) > 4096:
        return [line[at : at + 4096] for at in range(0, len(line), 4096)]
    return [line] if data else []
