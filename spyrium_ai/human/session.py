"""Games with people: one after the other, or one that was left before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from spyrium_ai.human.human_game import HumanGame
from spyrium_ai.human.saved_game import load
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.series import Series

Keep = Callable[[GameRecord], None]


def host(series: Series, talk: TerminalIO, keep: Keep) -> None:
    """Play as many games as the series asks for, not rounded, until the people leave.

    Args:
        series: with a person among its players.
        talk: where the people are.
        keep: is given every game that is played to its end.
    """
    for number in range(1, series.games + 1):
        if series.games > 1:
            talk.say()
            talk.tell(f"Game {number} of {series.games}.")
        table = HumanGame(series, series.plan(number), talk)
        with _keeping(table, keep):
            table.play()
        if table.record is None:
            return


def go_on(path: Path, talk: TerminalIO, keep: Keep, patience: Timeouts) -> None:
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
    table = HumanGame(series, series.plan(saved.game), talk, path)
    with _keeping(table, keep):
        table.play(saved.plies(), saved.faults)


@contextmanager
def _keeping(table: HumanGame, keep: Keep) -> Iterator[None]:
    """Keep the game if it is finished, also where somebody leaves after its end by Ctrl-C."""
    try:
        yield
    finally:
        if table.record is not None:
            keep(table.record)
