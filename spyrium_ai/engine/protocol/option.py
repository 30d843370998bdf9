"""Options of an engine: the line `option` declares one, the command `setoption` sets it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from spyrium_ai.engine.options import Option
from spyrium_ai.util.text import shown

OPTION_WORDS = ("default", "min", "max", "var")


def option_line(option: Option) -> str:
    """Return the line that declares the option.

    >>> option_line(Option("style", "combo", "calm", choices=("calm", "bold")))
    'option name style type combo default calm var calm var bold'
    """
    parts = [f"option name {option.name} type {option.type}"]
    if option.type != "button":
        parts.append(f"default {option.default_text}".rstrip())
    if option.min is not None:
        parts.append(f"min {option.min} max {option.max}")
    parts.extend(f"var {choice}" for choice in option.choices)
    return " ".join(parts)


def parse_option(line: str) -> Option:
    """Return the option that the line declares.

    Raises:
        ValueError: the line is malformed, or its declaration contradicts itself.
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


def setoption_command(name: str, value: str | None) -> str:
    """Return the command that sets the option to the value; None presses a button."""
    return f"setoption name {name}" + ("" if value is None else f" value {value}")


def parse_setoption(text: str) -> tuple[str, str | None]:
    """Return the option's name and its value, None without one, from the text after `setoption`.

    Raises:
        ValueError: the text is not `name N` or `name N value V`.
    """
    words = text.split(None, 3)
    if len(words) < 2 or words[0] != "name":
        raise ValueError("expected: setoption name N value V")
    if len(words) > 2 and words[2] != "value":
        raise ValueError(f"unknown word {shown(words[2])}; expected: setoption name N value V")
    if len(words) == 2:
        return words[1], None
    return words[1], words[3].rstrip() if len(words) > 3 else ""
