"""The line `info`, written by an engine and read by a runner."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from spyrium_ai.engine.base import Info
from spyrium_ai.util.json_fields import BIG

INFO_WORDS = (
    *("depth", "seldepth", "nodes", "time", "nps", "multipv"),
    *("value", "points", "pv", "string"),
)


def info_line(info: Info) -> str:
    """Return the line; it adds the nodes per second if the time is not 0."""
    parts = ["info"]
    if info.depth is not None:
        parts.append(f"depth {info.depth}")
    if info.seldepth is not None:
        parts.append(f"seldepth {info.seldepth}")
    parts.append(f"nodes {info.nodes} time {info.time}")
    if info.time > 0:
        parts.append(f"nps {1000 * info.nodes // info.time}")
    if info.multipv is not None:
        parts.append(f"multipv {info.multipv}")
    parts.append(f"value {' '.join(map(str, info.values))}")
    if info.points is not None:
        parts.append("points " + " ".join(f"{points:.1f}" for points in info.points))
    if info.pv:
        parts.append(f"pv {' '.join(info.pv)}")
    if info.string is not None:
        parts.append(f"string {info.string}")
    return " ".join(parts)


def parse_info(line: str) -> Info | None:
    """Return the content of the line; None if it is malformed, since no game depends on it."""
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
    """Return the number; ValueError if it is out of the range that a game record can hold."""
    number = int(word)
    if not 0 <= number <= most:
        raise ValueError(f"{number} is not a number from 0 to {most}")
    return number


def _whole(found: dict[str, list[str]], word: str) -> int | None:
    return int(found[word][0]) if word in found else None


def is_main_info(line: str) -> bool:
    """Return whether the line is an `info` with values of the best move, the main line."""
    if not line.startswith("info ") or line.startswith("info string"):
        return False
    words = line.partition(" string ")[0]
    return " value " in words and (" multipv " not in words or " multipv 1 " in words)
