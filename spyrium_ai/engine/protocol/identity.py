"""What the runner and an engine say to each other, as data: identity, options, limits, infos."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile

from spyrium_ai.engine.base import Engine
from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.lines import PROTOCOL_VERSION
from spyrium_ai.util.text import shown

OPTION_WORDS = ("default", "min", "max", "var")


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


def parse_setoption(text: str) -> tuple[str, str | None]:
    """Return the name and the value (None: no value was given) of what follows `setoption`."""
    words = text.split(None, 3)
    if len(words) < 2 or words[0] != "name":
        raise ValueError("expected: setoption name N value V")
    if len(words) > 2 and words[2] != "value":
        raise ValueError(f"unknown word {shown(words[2])}; expected: setoption name N value V")
    if len(words) == 2:
        return words[1], None
    return words[1], words[3].rstrip() if len(words) > 3 else ""


def identity_lines(engine: Engine) -> list[str]:
    """Return the answer to `spyrium`: who the engine is, its options, the protocol's version."""
    who = [f"id name {engine.name}", f"id author {engine.author}", f"id version {engine.version}"]
    options = [option_line(option) for option in engine.options]
    return [*who, *options, f"spyriumok {PROTOCOL_VERSION}"]


def option_line(option: Option) -> str:
    """Return the line that declares the option."""
    parts = [f"option name {option.name} type {option.type}"]
    if option.type != "button":
        parts.append(f"default {option.default_text}".rstrip())
    if option.min is not None:
        parts.append(f"min {option.min} max {option.max}")
    parts.extend(f"var {choice}" for choice in option.choices)
    return " ".join(parts)
