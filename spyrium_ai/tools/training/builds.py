"""Which builds a training was made by: one that is resumed may have several."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.version import UNKNOWN, build

UNNOTED = (UNKNOWN,)  # of what was begun before builds were noted


def with_this_build(builds: Sequence[str]) -> list[str]:
    """Return the builds with this one, each once, in the order in which they worked on it."""
    return list(dict.fromkeys([*builds, build()]))


def told(builds: Sequence[str]) -> str:
    """Return the builds as the files say them.

    >>> told(["g04f7cc01", "g8c1d2470"])
    'g04f7cc01, g8c1d2470'
    """
    return ", ".join(builds)
