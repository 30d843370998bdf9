"""Games with people: a series of them, or one saved game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from spyrium_ai.human.human_game import Extras, HumanGame
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import PlayerSpec, parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import SavedGame, load
from spyrium_ai.match.schedule import game_plan
from spyrium_ai.match.series import Series

Keep = Callable[[GameRecord], None]
Allow = Callable[[Iterable[tuple[str, ...]]], None]


def host(series: Series, terminal: TerminalIO, keep: Keep, extras: Extras | None = None) -> None:
    """Play exactly the number of games of the series, or until the people leave.

    Args:
        series: has a person among its players.
        terminal: of the people.
        keep: called with the record of every finished game.
        extras: whether games are kept, and whether a tutor watches; by default neither.
    """
    for number in range(1, series.games + 1):
        if series.games > 1:
            terminal.say()
            terminal.tell(f"Game {number} of {series.games}.")
        table = HumanGame(series, series.plan(number), terminal, extras=extras)
        with _keeping(table, keep):
            table.play()
        if table.record is None:
            return


def go_on(
    path: Path,
    terminal: TerminalIO,
    keep: Keep,
    patience: Timeouts,
    allow: Allow,
    extras: Extras | None = None,
) -> None:
    """Resume a saved game.

    Args:
        path: the saved game.
        terminal: of the people.
        keep: called with the record of the finished game.
        patience: how long engines are waited for.
        allow: called with the commands of the players; raises an error if they may not be started.
        extras: whether the game is kept, and whether a tutor watches; by default neither.

    Raises:
        UsageError: the file is no saved game, or another program goes on with it.
    """
    with _held(path, extras):
        saved = load(path)
        series = series_of(saved, parse_players(saved.players), patience)
        allow(player.command for player in series.players)
        table = HumanGame(series, series.plan(saved.game), terminal, path, extras)
        with _keeping(table, keep):
            table.play(saved.plies(), saved.faults)


@contextmanager
def _held(path: Path, extras: Extras | None) -> Iterator[None]:
    """Hold a kept game, so that no other program writes it meanwhile."""
    store = extras.store if extras else None
    lock = store.hold(path) if store and store.has(path) and path.exists() else None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def series_of(saved: SavedGame, players: tuple[PlayerSpec, ...], patience: Timeouts) -> Series:
    """Return the series of which a saved game is one.

    Args:
        saved: the game.
        players: those that its specs mean here; people get their names of the saved game.
        patience: how long engines are waited for.
    """
    return Series(
        players=_renamed(players, saved),
        games=saved.game,
        seed=saved.seed,
        limits=saved.limits,
        policy=saved.policy,
        patience=patience,
        deals=saved.deals,
    )


def _renamed(players: tuple[PlayerSpec, ...], saved: SavedGame) -> tuple[PlayerSpec, ...]:
    """Return the players with the names that their people had in the saved game."""
    if not saved.names:
        return players
    entrants = game_plan(len(players), saved.game, saved.seed).entrants
    names = dict(zip(entrants, saved.names, strict=True))
    return tuple(
        replace(player, name=names[number]) if player.is_human else player
        for number, player in enumerate(players)
    )


@contextmanager
def _keeping(table: HumanGame, keep: Keep) -> Iterator[None]:
    """Keep the game if it is finished, also after Ctrl-C at the last prompt."""
    try:
        yield
    finally:
        table.release()
        if table.record is not None:
            keep(table.record)
