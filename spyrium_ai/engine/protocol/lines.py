"""Lines of the text protocol: bytes to text and back, and the parsing of their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spyrium_ai.engine.options import whole_number
from spyrium_ai.util.text import shown

PROTOCOL_VERSION = 1
MAX_LINE = 65_536  # bytes, without the line's end
PLAYERS = (2, 5)


def encode_line(text: str) -> bytes:
    """Return the text as one line of printable ASCII; other characters are replaced."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if c.isprintable() else " " for c in plain).encode("ascii") + b"\n"


def decode_line(line: bytes) -> str:
    """Return the text of a line; ValueError if it is too long or not printable ASCII."""
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(line) > MAX_LINE:
        raise ValueError(f"the line {shown(line[:80].decode('latin-1'))} exceeds {MAX_LINE} bytes")
    text = line.decode("latin-1").replace("\t", " ")
    if not (text.isascii() and text.isprintable()):
        word = next(word for word in text.split(" ") if not (word.isascii() and word.isprintable()))
        raise ValueError(f"{shown(word)} is not printable ASCII")
    return text


def keyed_words(words: Sequence[str], keys: Iterable[str], flags: Iterable[str]) -> dict[str, str]:
    """Return `key value` pairs as a dict, flags with an empty value.

    Raises:
        ValueError: a word is neither key nor flag, a key comes twice or lacks its value.
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


def named_number(name: str, text: str, low: int, high: int) -> int:
    """Return the number; the ValueError begins with its name."""
    try:
        return whole_number(text, low, high)
    except ValueError as error:
        raise ValueError(f"{name} {error}") from None
