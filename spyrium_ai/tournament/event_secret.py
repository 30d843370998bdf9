"""The secret of an event without a published seed: a file beside its game log."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from spyrium_ai.tournament.event import Event
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.secret_file import make_secret, read_secret
from spyrium_ai.util.seeds import published

SECRET = "secret"  # noqa: S105 (a file's name)


def with_secret(event: Event, log: Path, *, may_make: bool = False) -> Event:
    """Return the event with the secret beside its game log; unchanged with a published seed.

    Args:
        event: as its file describes it.
        log: its game log.
        may_make: whether a missing secret is made, since the log has no games yet.

    Raises:
        UsageError: the secret is missing, or its file is not in order.
    """
    if published(event.seed) is not None:
        return event
    path = log.with_name(SECRET)
    if os.path.lexists(path):
        return replace(event, seed=read_secret(path))
    if may_make:
        return replace(event, seed=make_secret(path))
    raise UsageError(
        f"'{path}' is missing: the deals of the games in '{log.name}' follow from it. Put it back, "
        "or choose another folder; for games that have no such file because they were played "
        "with the seed 1, the default of earlier versions, write seed = 1 into the event"
    )
