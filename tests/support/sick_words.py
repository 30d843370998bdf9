"""The words of the sick engine: how it reads its input, and what it makes of lines."""

from __future__ import annotations

import os
import re
import sys
import time

from spyrium_ai.game.position import Position

SIN = sys.argv[1] if len(sys.argv) > 1 else "none"
MAX_LINE = 65_536
LIMITS = {"movetime": 1, "nodes": 1, "depth": 1, "multipv": 1, "inc": 0}
OPTIONS = {"seed": (0, 9999), "width": (1, 8)}


class BadInput(Exception):  # noqa: N818
    """Bad input: `error WHAT: WHY`."""


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def number(text: str, low: int, high: int = 10**12) -> int:
    if not re.fullmatch(r"0|[1-9]\d*", text) or not low <= int(text) <= high:
        raise BadInput(f"{text or 'number'}: not from {low} to {high}")
    return int(text)


def nothing_more(words: list[str]) -> None:
    if words and SIN != "ignores-words":
        raise BadInput(f"{words[0]}: unknown word")


def introduce() -> None:
    """Say who it is and which options it has."""
    if SIN == "silent":
        time.sleep(60)
    if SIN == "stillborn":
        sys.exit("no licence")
    if SIN == "banner":
        say("Sick Engine, all rights reserved")
    say("id name Sick")
    if SIN != "no-author":
        say("id author A. Tester")
    say("id version 1")
    if SIN == "seed-is-text":
        say("option name seed type string default 0")
    elif SIN not in {"unseeded", "seedless"}:
        most = 9 if SIN == "few-seeds" else 9999
        say(f"option name seed type spin default 0 min 0 max {most}")
    default = 900 if SIN == "bad-option" else 4
    for _ in range(2 if SIN == "option-twice" else 1):
        say(f"option name width type spin default {default} min 1 max 8")
    say("option name style type combo default calm var calm var bold")
    say("option name loud type check default false")
    say("spyriumok 2" if SIN == "version-2" else "spyriumok 1")


def check_option(words: list[str]) -> None:
    """Refuse what is not an option, or not a value of it."""
    if words[:1] != ["name"] or words[2:3] != ["value"]:
        raise BadInput("setoption: name N value V expected")
    name, value = words[1], " ".join(words[3:])
    if name in OPTIONS and SIN != "takes-any-value":
        number(value, *OPTIONS[name])
    if name == "width" and value == "8" and SIN == "refuses-max":
        raise BadInput("8: too much")
    choices = {"style": ("calm", "bold"), "loud": ("true", "false")}.get(name)
    if choices and value not in choices and SIN != "takes-any-value":
        raise BadInput(f"{value}: not a choice")
    if name not in {*OPTIONS, "style", "loud"} and SIN != "takes-any-option":
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
            most = 2**31 if SIN == "small-numbers" else 10**12
            found[word] = number(next(rest, ""), LIMITS[word], most)
        else:
            raise BadInput(f"{word}: not a limit")
    if "inc" in found and "clock" not in found:
        raise BadInput("inc: without a clock")
    return found


def think(limits: dict[str, int], goes: int) -> None:
    """Take the time that the sin takes."""
    if SIN == "slow" and limits.get("movetime") == 100:
        time.sleep(0.3)
    if SIN == "slow-once" and goes == 1:
        time.sleep(0.3)
    if SIN == "ponderous" and "movetime" in limits:
        time.sleep(0.15)
    if SIN == "ignores-clock" and "clock" in limits:
        time.sleep(0.7)
    if SIN == "first-clock" and limits.get("first", 0) > 1000:
        time.sleep(0.7)
    if SIN == "ignores-nodes" and "nodes" in limits:
        time.sleep(limits.get("movetime", 0) / 1000)


def lines() -> list[str]:
    """Return the next lines of stdin, none at its end."""
    if SIN == "one-at-a-time":
        return os.read(0, 65_536).decode("latin-1").split("\n")[:1]
    if SIN == "chunks":
        return os.read(0, 65_536).decode("latin-1").splitlines()
    data = sys.stdin.buffer.readline()
    if SIN == "dies-of-bytes":
        data.decode("ascii")
    line = data.decode("latin-1").removesuffix("\n")
    if SIN == "deaf-to-crlf" and line.endswith("\r"):
        return [""]
    if data and SIN != "crlf":
        line = line.removesuffix("\r")
    if SIN == "short-buffer":
        line = line[:1024]
    if SIN == "splits-lines" and len(line) > 4096:
        return [line[at : at + 4096] for at in range(0, len(line), 4096)]
    return [line] if data else []
