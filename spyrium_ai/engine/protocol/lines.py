"""The lines of the text protocol: the words of its commands, and what an engine answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spyrium_ai.engine.base import Engine, Info, Limits
from spyrium_ai.engine.options import Option, shown, whole_number
from spyrium_ai.match.time_control import BOUNDS, CLOCK_BOUNDS, INC_BOUNDS

PROTOCOL_VERSION = 1
MAX_LINE = 65_536  # bytes, without the line's end
PLAYERS = (2, 5)
# The least and the greatest value of each number after `go`; times are in ms.
GO_NUMBERS = {**BOUNDS, "inc": INC_BOUNDS, "multipv": (1, 10**6)}
CLOCK = (0, CLOCK_BOUNDS[1])  # it may have run out


def decode_line(line: bytes) -> str:
    """Return the text of a line as it was read; ValueError where it is not a line of ASCII."""
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(line) > MAX_LINE:
        raise ValueError(f"the line {shown(line[:80].decode('latin-1'))} exceeds {MAX_LINE} bytes")
    text = line.decode("latin-1").replace("\t", " ")
    if not (text.isascii() and text.isprintable()):
        word = next(word for word in text.split(" ") if not (word.isascii() and word.isprintable()))
        raise ValueError(f"{shown(word)} is not printable ASCII")
    return text


def named_number(name: str, text: str, low: int, high: int) -> int:
    """Return the number that the text is; the ValueError says what it should be the number of."""
    try:
        return whole_number(text, low, high)
    except ValueError as error:
        raise ValueError(f"{name} {error}") from None


def keyed_words(words: Sequence[str], keys: Iterable[str], flags: Iterable[str]) -> dict[str, str]:
    """Return `key value` pairs and flags (with an empty value) as a dict.

    Raises:
        ValueError: a word that is neither, a key that comes twice or has no value.
    """
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word not in keys and word not in flags:
            raise ValueError(f"unknown word {shown(word)}")
        if word in found:
            raise ValueError(f"{word} comes twice")
        found[word] = "" if word in flags else next(rest, "")
        if word not in flags and not found[word]:
            raise ValueError(f"a value is missing after {word}")
    return found


def parse_go(words: Sequence[str], players: int) -> Limits:
    """Return the limits that the words after `go` name; ValueError says which word is wrong."""
    found = keyed_words(words, (*GO_NUMBERS, "clock"), ("infinite",))
    numbers = {
        name: named_number(name, found[name], *bounds)
        for name, bounds in GO_NUMBERS.items()
        if name in found
    }
    if "inc" in found and "clock" not in found:
        raise ValueError("inc without clock")
    return Limits(
        movetime=numbers.get("movetime"),
        clock=_parse_clock(found["clock"], players) if "clock" in found else None,
        inc=numbers.get("inc", 0),
        nodes=numbers.get("nodes"),
        depth=numbers.get("depth"),
        infinite="infinite" in found,
        multipv=numbers.get("multipv", 1),
    )


def _parse_clock(text: str, players: int) -> tuple[int, ...]:
    """Return the times left by seat, one for each player."""
    times = text.split(",")
    if len(times) != players:
        raise ValueError(f"clock {shown(text)} has {len(times)} times for {players} players")
    return tuple(named_number("clock", time, *CLOCK) for time in times)


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


def info_line(info: Info) -> str:
    """Return the `info` line; nodes per second are added where the time allows."""
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


def encode_line(text: str) -> bytes:
    """Return the bytes of an answer: one line of printable ASCII, whatever the text holds."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if c.isprintable() else " " for c in plain).encode("ascii") + b"\n"
