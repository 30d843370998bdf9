"""Seeds in hashed domains: equal numbers for the dealer and a player must not correlate."""

from __future__ import annotations

import hashlib

MAX_SEED = 2**63 - 1


def derive(domain: str, *parts: int | str) -> int:
    """Return a 63-bit seed for a purpose, from the domain's name and what it depends on.

    >>> derive("dealer", 1) == derive("dealer", 1), derive("dealer", 1) == derive("player", 1)
    (True, False)
    """
    return int.from_bytes(stream(8, domain, *parts), "big") >> 1


def stream(length: int, domain: str, *parts: int | str) -> bytes:
    """Return `length` pseudo-random bytes that depend on the domain and the parts."""
    text = "\x1f".join((domain, *map(str, parts)))
    return hashlib.shake_128(text.encode()).digest(length)
