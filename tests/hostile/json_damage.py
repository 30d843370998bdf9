"""Damages to JSON objects: values of another kind, fields left out, doubled or exchanged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hostile.nasty import MARKUP, TEXTS, json_value

Path = tuple[str | int, ...]
PLACE = "\x01here\x01"


@dataclass(frozen=True)
class Put:
    """Write a value in a place of the object on a line; None: leave the place out."""

    line: int
    path: Path
    value: str | None

    def __repr__(self) -> str:
        shown = "left out" if self.value is None else f"= {self.value[:60]}"
        return f"line {self.line + 1}, {'.'.join(map(str, self.path))} {shown}"

    def done_to(self, line: bytes) -> bytes:
        """Return the line with it; the line as it is where it has no such place."""
        try:
            data = json.loads(line)
            there = data
            for step in self.path[:-1]:
                there = there[step]
            if self.value is None:
                del there[self.path[-1]]
            else:
                there[self.path[-1]] = PLACE
        except (ValueError, LookupError, TypeError, RecursionError):
            return line
        text = json.dumps(data, separators=(",", ":"))
        return text.replace(json.dumps(PLACE), self.value or "").encode("utf-8", "surrogatepass")


def a_place(data: Any, luck: random.Random) -> Path:
    """Return a random place in an object, by its names, and rarely beside them."""
    path: list[str | int] = []
    while isinstance(data, (dict, list)) and data:
        step = luck.choice(list(data)) if isinstance(data, dict) else luck.randrange(len(data))
        path.append(step)
        data = data[step]
        if luck.random() < 0.3:
            break
    if luck.random() < 0.03:
        path.append("new")
    return tuple(path)


def a_put(lines: Sequence[bytes], luck: random.Random, *, texts: bool = False) -> Put:
    """Return a damage to one of the lines; `texts`: write a hostile text where a text is."""
    number = luck.randrange(len(lines))
    data = json.loads(lines[number])
    path = a_place(data, luck)
    if texts:
        for _ in range(50):
            if isinstance(_at(data, path), str):
                break
            path = a_place(data, luck)
        return Put(number, path, json.dumps(luck.choice(TEXTS + MARKUP)))
    if luck.random() < 0.15:
        return Put(number, path, None)
    if luck.random() < 0.3:  # what stands in the same place elsewhere is of the right kind
        other = _at(json.loads(luck.choice(list(lines))), path)
        return Put(number, path, json.dumps(other))
    near = _near(_at(data, path), luck)
    return Put(number, path, near if luck.random() < 0.4 else json_value(luck))


def _at(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (LookupError, TypeError):
            return None
    return data


def _near(value: Any, luck: random.Random) -> str:
    """Return a value of the same kind that differs a little."""
    if isinstance(value, bool) or value is None:
        return luck.choice(("true", "false", "0"))
    if isinstance(value, (int, float)):
        return json.dumps(value + luck.choice((-1, 1, 7, -value)))
    if isinstance(value, str):
        at = luck.randrange(len(value) + 1)
        return json.dumps(value[:at] + luck.choice(("", "x", "0", ":", value)) + value[at + 1 :])
    if isinstance(value, list):
        return json.dumps(luck.choice((value[1:], value[:-1], value + value[:1], value[::-1])))
    return json.dumps({**value, "format": 2})
