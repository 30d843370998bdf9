"""`spyrium-ai games`: the games that people have played here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import shared_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spyrium_ai.human.game_store import KeptGame


@click.command("games")
@shared_options.as_json
def command(as_json: bool) -> None:
    """List the games that were played here, the newest first.

    A game is found by its name or its number: `spyrium-ai replay 1`, `analyse 1`, `report 1`, and
    `match --resume 1` where it is not over. Its mean loss stands here once `analyse` has judged it.
    """
    from spyrium_ai.human.game_list import known_losses, print_games
    from spyrium_ai.human.game_store import GameStore

    store = GameStore()
    games, wrong = store.games()
    losses = known_losses(games)
    if as_json:
        data = [_data(game, losses[game.name]) for game in games]
        click.echo(json.dumps({"folder": str(store.folder), "games": data}))
    else:
        print_games(games, losses, store.folder, sys.stdout)
    for message in wrong:
        click.echo(message, err=True)


def _data(game: KeptGame, losses: Mapping[str, float]) -> dict[str, object]:
    """Return a game as JSON has it."""
    record = game.record
    return {
        "name": game.name,
        "file": str(Path(game.path)),
        "started": record.started,
        "players": [seat.name for seat in record.seats],
        "turn": game.turn,
        "finished": game.is_over,
        "scores": record.scores,
        "winners": record.winners,
        "mean_loss": losses,
    }
