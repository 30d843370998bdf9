"""Games with people: one after the other, or one that was left before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from spyrium_ai.client import Patience
from spyrium_ai.human.saved import load
from spyrium_ai.human.table import Table
from spyrium_ai.human.talk import Talk
from spyrium_ai.match import Series
from spyrium_ai.players import parse_players
from spyrium_ai.records import GameRecord
from spyrium_ai.schedule import GamePlan

Keep = Callable[[GameRecord], None]


def host(series: Series, talk: Talk, keep: Keep) -> None:
    """Play as many games as the series asks for, not rounded, until the people leave.

    Args:
        series: with a person among its players.
        talk: where the people are.
        keep: is given every game that is played to its end.
    """
    for plan in _plans(series):
        if series.games > 1:
            talk.say()
            talk.tell(f"Game {plan.game} of {series.games}.")
        record = Table(series, plan, talk).play()
        if record is None:
            return
        keep(record)


def go_on(path: Path, talk: Talk, keep: Keep, patience: Patience) -> None:
    """Go on with a saved game; UsageError where the file does not hold one."""
    saved = load(path)
    series = Series(
        players=parse_players(saved.players),
        games=saved.game,
        seed=saved.seed,
        limits=saved.limits,
        policy=saved.policy,
        patience=patience,
    )
    plan = _plans(series)[-1]
    record = Table(series, plan, talk, path).play(saved.plies())
    if record is not None:
        keep(record)


def _plans(series: Series) -> Sequence[GamePlan]:
    return list(islice(series.plans(), series.games))
