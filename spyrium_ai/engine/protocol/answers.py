"""What the runner and an engine say to each other, as data: identity, options, limits, infos."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from spyrium_ai.engine.base import Info, Limits, Option
from spyrium_ai.engine.protocol.lines import PROTOCOL_VERSION
from spyrium_ai.util.json_fields import BIG

OPTION_WORDS = ("default", "min", "max", "var")
INFO_WORDS = (
    *("depth", "seldepth", "nodes", "time", "nps", "multipv"),
    *("value", "points", "pv", "string"),
)


@dataclass(frozen=True)
class Identity:
    """Who an engine is, by its own words."""

    name: str = ""
    author: str = ""
    version: str = ""
    options: dict[str, Option] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


def parse_identity(lines: Iterable[str]) -> Identity:
    """Return what the answer to `spyrium` says, its last line `spyriumok` included.

    Other lines are passed over. ValueError: an option that is declared wrongly or twice, or
    another version of the protocol.
    """
    said = {"name": "", "author": "", "version": ""}
    options: dict[str, Option] = {}
    for line in lines:
        words = line.split()
        if words[:1] == ["id"] and words[1:2] and words[1] in said:
            said[words[1]] = " ".join(words[2:])
        elif words[:1] == ["option"]:
            option = parse_option(line)
            if option.name in options:
                raise ValueError(f"option {option.name} is declared twice")
            options[option.name] = option
        elif words[:1] == ["spyriumok"] and words[1:] != [str(PROTOCOL_VERSION)]:
            raise ValueError(f"'{line}' instead of `spyriumok {PROTOCOL_VERSION}`")
    return Identity(**said, options=options)


def parse_option(line: str) -> Option:
    """Return the option that a line `option name …` declares; ValueError says what is wrong.

    >>> parse_option("option name style type combo default calm var calm var bold").choices
    ('calm', 'bold')
    """
    match = re.fullmatch(r"\s*option\s+name\s+(\S+)\s+type\s+(\S+)(?:\s+(.*?))?\s*", line)
    if not match:
        raise ValueError(f"'{line[:80]}' is not `option name N type T …`")
    name, kind, rest = match[1], match[2], match[3] or ""
    if kind == "string":
        return Option(name, kind, re.sub(r"^default ?", "", rest))
    low, high = _after(rest, "min"), _after(rest, "max")
    try:
        bounds = [float(text) if text is not None else None for text in (low, high)]
    except ValueError:
        raise ValueError(f"option {name}: min or max is not a number") from None
    if kind == "spin":
        bounds = [
            int(text) if text and text.lstrip("-").isdigit() else None for text in (low, high)
        ]
    choices = tuple(re.findall(r"(?:^| )var +(\S+)", rest))
    default = _after(rest, "default")
    if default is None and kind != "button":
        raise ValueError(f"option {name}: a {kind} needs a default")
    option = Option(name, kind, default, bounds[0], bounds[1], choices)
    return option if default is None else replace(option, default=option.parse(default))


def _after(text: str, key: str) -> str | None:
    """Return what follows the key in the words of an option line."""
    words = text.split()
    if key not in words:
        return None
    return " ".join(takewhile(lambda w: w not in OPTION_WORDS, words[words.index(key) + 1 :]))


def go_command(limits: Limits) -> str:
    """Return the `go` line of the limits.

    >>> go_command(Limits(clock=(60000, 59000), inc=100))
    'go clock 60000,59000 inc 100'
    """
    words = ["go"]
    if limits.movetime is not None:
        words.append(f"movetime {limits.movetime}")
    if limits.clock is not None:
        words.append(f"clock {','.join(map(str, limits.clock))} inc {limits.inc}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.infinite:
        words.append("infinite")
    if limits.multipv != 1:
        words.append(f"multipv {limits.multipv}")
    return " ".join(words)


def is_main_info(line: str) -> bool:
    """Return whether the line is an `info` with values for the best move."""
    if not line.startswith("info ") or line.startswith("info string"):
        return False
    words = line.partition(" string ")[0]
    return " value " in words and (" multipv " not in words or " multipv 1 " in words)


def parse_info(line: str) -> Info | None:
    """Return what an `info` line says; None where it cannot be read: nothing depends on it."""
    head, _, string = line.partition(" string ")
    words = head.split()[1:]
    found: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word in INFO_WORDS:
            values = found[word] = []
        else:
            values.append(word)
    with contextlib.suppress(ValueError, IndexError, KeyError):
        return Info(
            nodes=_number(found.get("nodes", ["0"])[0], BIG),
            time=int(found.get("time", ["0"])[0]),
            values=_values(found["value"]),
            depth=_whole(found, "depth"),
            seldepth=_whole(found, "seldepth"),
            multipv=_whole(found, "multipv"),
            points=tuple(map(float, found["points"])) if "points" in found else None,
            pv=tuple(found.get("pv", ())),
            string=string or None,
        )
    return None


def _values(words: Sequence[str]) -> tuple[int, ...]:
    if not words:
        raise ValueError("no values")
    return tuple(_number(word, 1000) for word in words)


def _number(word: str, most: int) -> int:
    """Return the number; ValueError where a record could not hold it."""
    number = int(word)
    if not 0 <= number <= most:
        raise ValueError(f"{number} is not a number from 0 to {most}")
    return number


def _whole(found: dict[str, list[str]], word: str) -> int | None:
    return int(found[word][0]) if word in found else None
