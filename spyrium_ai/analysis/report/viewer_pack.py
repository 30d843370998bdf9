"""Texts made small enough that a page can hold hundreds of them, for a browser to unpack."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable

WINDOW = 32768  # as far back as deflate can refer


def pack(texts: Iterable[str]) -> tuple[str, list[str]]:
    """Return a dictionary and the texts, each deflated (raw) and in base64.

    The dictionary is the first text, and the texts are deflated as if they followed it: games are
    much alike. A reader without preset dictionaries, as browsers are, puts it before a text as a
    stored block and cuts it off again.
    """
    shared = b""
    packed = []
    for text in texts:
        data = text.encode()
        shared = shared or data[-WINDOW:]
        packed.append(_deflated(data, shared))
    return _deflated(shared), packed


def _deflated(data: bytes, dictionary: bytes = b"") -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=dictionary)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode("ascii")
