"""All checks in the order of the examination, and how to name some of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from spyrium_ai.tools.doctor.checks import (
    bad_input,
    ending,
    extras,
    games,
    info,
    lines,
    match,
    options,
    positions,
    search,
    start,
    timing,
)
from spyrium_ai.tools.doctor.testbed.check import Check
from spyrium_ai.util.errors import UsageError, suggest

MODULES = (
    *(start, lines, options, positions, games, timing),
    *(search, info, bad_input, extras, ending, match),
)
ALL: tuple[Check, ...] = tuple(chain.from_iterable(module.CHECKS for module in MODULES))
GROUPS = tuple(dict.fromkeys(each.group for each in ALL))
BASIC = tuple(each for each in ALL if each.basic)  # from the special to the general
FIRST = start.starts  # without it there is nothing to examine


def selected(names: Sequence[str]) -> tuple[Check, ...]:
    """Return the checks of these names or groups, in their order; without names all.

    The first check is always among them. UsageError: a name that is neither.
    """
    known = tuple(dict.fromkeys((*GROUPS, *(each.name for each in ALL))))
    for name in names:
        if name not in known:
            raise UsageError(f"no check and no group of checks '{name}'; {suggest(name, known)}")
    chosen = names or known
    return tuple(c for c in ALL if c is FIRST or c.name in chosen or c.group in chosen)
