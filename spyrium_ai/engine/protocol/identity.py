"""The answer to `spyrium`, written by an engine and read by a runner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from spyrium_ai.engine.base import Engine
from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.lines import PROTOCOL_VERSION
from spyrium_ai.engine.protocol.option import option_line, parse_option


@dataclass(frozen=True)
class Identity:
    """Name, author and version of an engine, and its options by name, as it declares them."""

    name: str = ""
    author: str = ""
    version: str = ""
    options: dict[str, Option] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


def identity_lines(engine: Engine) -> list[str]:
    """Return the lines that answer `spyrium`: the identity, the options, the protocol's version."""
    who = [f"id name {engine.name}", f"id author {engine.author}", f"id version {engine.version}"]
    options = [option_line(option) for option in engine.options]
    return [*who, *options, f"spyriumok {PROTOCOL_VERSION}"]


def parse_identity(lines: Iterable[str]) -> Identity:
    """Return the identity that the answer to `spyrium` declares; other lines are ignored.

    Raises:
        ValueError: an option is malformed or declared twice, or the engine speaks another version
            of the protocol.
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
