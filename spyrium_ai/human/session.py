"""Games with people: a series of them, or one saved game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
Allow = Callable[[Iterable[tuple[str, ...]]], None]


def host(series: Series, terminal: TerminalIO, keep: Keep) -> None:
    """Play exactly the number of games of the series, or until the people leave.

    Args:
        series: has a person among its players.
        terminal: of the people.
        keep: called with the record of every finished game.
    """
    for number in range(1, series.games + 1):
        if series.games > 1:
            terminal.say()
            terminal.tell(f"Game {number} of {series.games}.")
        table = HumanGame(series, series.plan(number), terminal)
        with _keeping(table, keep):
            table.play()
        if table.record is None:
            return


def go_on(path: Path, terminal: TerminalIO, keep: Keep, patience: Timeouts, allow: Allow) -> None:
    """Resume a saved game.

    Args:
        path: the saved game.
        terminal: of the people.
        keep: called with the record of the finished game.
        patience: how long engines are waited for.
        allow: called with the commands of the players; raises an error if they may not be started.

    Raises:
        UsageError: the file is no saved game.
    """
    saved = load(path)
    players = parse_players(saved.players)
    allow(player.command for player in players)
    series = Series(
        players=players,
        games=saved.game,
        seed=saved.seed,
        limits=saved.limits,
        policy=saved.policy,
        patience=patience,
        deals=saved.deals,
    )
    table = HumanGame(series, series.plan(saved.game), terminal, path)
    with _keeping(table, keep):
        table.play(saved.plies(), saved.faults)


@contextmanager
def _keeping(table: HumanGame, keep: Keep) -> Iterator[None]:
    """Keep the game if it is finished, also after Ctrl-C at the last prompt."""
    try:
        yield
    finally:
        if table.record is not None:
            keep(table.record)
