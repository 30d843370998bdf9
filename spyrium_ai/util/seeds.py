"""Seeds in hashed domains: equal numbers for the dealer and a player must not correlate."""

from __future__ import annotations

import hashlib
import os
from typing import TypeAlias

MAX_SEED = 2**63 - 1

SeriesSeed: TypeAlias = int | str
"""What all deals of a series and its players' seeds follow from.

A number is a published seed: whoever knows or guesses it can compute the deals. A text is a secret,
32 hex digits, which is never shown. It makes `derive` a keyed hash, so what an engine gets tells
nothing of the deals, and a finished deal set nothing of the next one.
"""


def new_secret() -> str:
    """Return a new secret of 128 random bits, as 32 hex digits."""
    return os.urandom(16).hex()  # as `secrets` does, whose import takes 3 ms


def published(seed: SeriesSeed) -> int | None:
    """Return the seed if it may be shown, None for a secret."""
    return seed if isinstance(seed, int) else None


def seed_text(seed: SeriesSeed) -> str:
    """Return what to show of a series' seed.

    >>> seed_text(5), seed_text(new_secret())
    ('seed 5', 'secret seed')
    """
    return f"seed {seed}" if isinstance(seed, int) else "secret seed"


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
