"""All checks in their order, and the selection of some by name."""

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
BASIC = tuple(each for each in ALL if each.basic)  # tried in this order
FIRST = start.starts  # the others need it


def selected(names: Sequence[str]) -> tuple[Check, ...]:
    """Return the checks with these names or groups, in their order; all without names.

    The first check is always included.

    Raises:
        UsageError: a name is neither a check nor a group.
    """
    known = tuple(dict.fromkeys((*GROUPS, *(each.name for each in ALL))))
    for name in names:
        if name not in known:
            raise UsageError(f"no check or group of checks '{name}'; {suggest(name, known)}")
    chosen = names or known
    return tuple(c for c in ALL if c is FIRST or c.name in chosen or c.group in chosen)
