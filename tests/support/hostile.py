"""Texts that would act on a terminal, and files that have them in every field."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.report_games import forfeited, series
from support.whole_program import Ran

from spyrium_ai.util.terminal import COLOURS

# Sets the title, clears the screen, hides what follows, the C1 controls, turns the line around,
# and more. A file's name can have all of it, and a line of JSON too.
EVIL = (
    "evil\x1b]0;title\x07\x1b[2J\x1b[8m\x9b2J\x85\u202eabc\u202c\u2066def\u2069"
    "\u200b\ufeff\x7f\x08\udcff"
)
EVIL_LINES = f"{EVIL}\r\n\u2028"
# What the program itself may send to a terminal: colours of ours, a bar that moves the cursor.
CODES = "|".join(COLOURS.values())
OURS = re.compile(rf"\x1b\[(?:[012]|3[1-6]|9[0145]|{CODES})m|\x1b\[\?25[lh]|\x1b\[1?A|\x1b\[2?K|\r")

Data = dict[str, Any]
SCRIPT = Path(__file__).with_name("hostile_engine.py")
Place = tuple[str | int, ...]


def hostile(place: str) -> list[str]:
    """Return the command of an engine that sends hostile texts in one place."""
    return [sys.executable, str(SCRIPT), place]


def check_output(ran: Ran, *, is_terminal: bool = False) -> None:
    """Fail where something came through that acts on a terminal."""
    assert "Traceback" not in ran.err
    for text in (ran.out, ran.err):
        rest = OURS.sub("", text) if is_terminal else text
        assert [char for char in rest if not char.isprintable() and char != "\n"] == []


def check_shown(ran: Ran, *, is_terminal: bool = False) -> None:
    """Fail as well where nothing of the hostile text was shown: then nothing was tested."""
    check_output(ran, is_terminal=is_terminal)
    assert "evil" in ran.out + ran.err, ran


def game_log_line(text: str = EVIL_LINES) -> Data:
    """Return a game with this text in all its fields that may hold any text, but for the moves."""
    record = forfeited(next(series(("ann", "bob"), 1)), 2)
    data: Data = json.loads(record.to_line())
    data |= dict.fromkeys(("program", "id", "policy", "started", "final"), text)
    for player in data["players"]:
        player.update(dict.fromkeys(("name", "spec", "limits", "engine"), text))
        player.update(command=[text, text], options={text: text, f"{text}2": None})
    data["players"][1]["name"] += "2"
    for fault in data["faults"]:
        fault.update(dict.fromkeys(("reason", "position", "command"), text))
        fault["log"] = [text, text]
    return data


def leaves(data: Any, path: Place = ()) -> Iterator[Place]:
    """Yield the place of every value below the data itself, of lists only that of the first."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list) and data:
        yield from leaves(data[0], (*path, 0))
    if path:
        yield path


def with_value(data: Any, path: Place, value: Any) -> Any:
    """Return the data with another value at this path."""
    if not path:
        return value
    key, *rest = path
    changed = data.copy()
    changed[key] = with_value(data[key], tuple(rest), value)
    return changed
