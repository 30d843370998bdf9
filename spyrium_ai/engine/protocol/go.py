"""The command `go`, written by a runner and read by an engine."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.engine.limits import BOUNDS, CLOCK_BOUNDS, INC_BOUNDS, SearchLimits
from spyrium_ai.engine.protocol.lines import keyed_words, named_number
from spyrium_ai.util.text import shown

# The lowest and the highest value of each number after `go`; times are in ms.
GO_NUMBERS = {**BOUNDS, "inc": INC_BOUNDS, "multipv": (1, 10**6)}
CLOCK = (0, CLOCK_BOUNDS[1])  # in ms; a clock may have run out


def go_command(limits: SearchLimits) -> str:
    """Return the command that starts a search with these limits.

    >>> go_command(SearchLimits(clock=(60000, 59000), inc=100))
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


def parse_go(words: Sequence[str], players: int) -> SearchLimits:
    """Return the limits that the words after `go` name, in a game of so many players.

    Raises:
        ValueError: a word is unknown or comes twice, a number is out of range, or the clock has not
            one time for each player.
    """
    found = keyed_words(words, (*GO_NUMBERS, "clock"), ("infinite",))
    numbers = {
        name: named_number(name, found[name], *bounds)
        for name, bounds in GO_NUMBERS.items()
        if name in found
    }
    if "inc" in found and "clock" not in found:
        raise ValueError("inc without clock")
    return SearchLimits(
        movetime=numbers.get("movetime"),
        clock=_parse_clock(found["clock"], players) if "clock" in found else None,
        inc=numbers.get("inc", 0),
        nodes=numbers.get("nodes"),
        depth=numbers.get("depth"),
        infinite="infinite" in found,
        multipv=numbers.get("multipv", 1),
    )


def _parse_clock(text: str, players: int) -> tuple[int, ...]:
    """Return the times left by seat, in ms."""
    times = text.split(",")
    if len(times) != players:
        raise ValueError(f"clock {shown(text)} has {len(times)} times for {players} players")
    return tuple(named_number("clock", time, *CLOCK) for time in times)
