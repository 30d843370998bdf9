"""The kept games as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from rich.text import Text

from spyrium_ai.analysis.review.review_run import ReviewSettings, kept_reviews, known_review
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.text_tables import percent, plain_console, plain_table
from spyrium_ai.engine.levels import level_title
from spyrium_ai.human.game_store import KeptGame
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shorten, visible

DATE = len("2026-11-23-140500")  # what a kept game's name begins with
LONGEST_NAMES = 28

Losses = Mapping[str, float]


def known_losses(
    games: Sequence[KeptGame], settings: ReviewSettings | None = None
) -> dict[str, Losses]:
    """Return the mean losses of each game's players, by the game's name; none if unknown.

    They are those that `analyse` has found with these settings, by default its own, and with this
    build. A game that is being analysed has none yet.
    """
    settings, folder = settings or ReviewSettings(), kept_reviews()
    found: dict[str, Losses] = {}
    for game in games:
        try:
            review = known_review(game.record, settings, folder)
        except UsageError:
            review = None
        summaries = player_summaries([review]) if review else []
        found[game.name] = {one.player: one.losses.mean for one in summaries}
    return found


def print_games(
    games: Sequence[KeptGame], losses: Mapping[str, Losses], folder: Path, stream: TextIO
) -> None:
    """Print the list with a heading, or a sentence that there is none yet."""
    console = plain_console(stream)
    if not games:
        console.print(f"No game is kept yet in '{visible(str(folder))}'. To play: spyrium-ai play")
        return
    table = plain_table("", "game", "players by seat", "scores", "mean loss, %")
    table.columns[1].justify = table.columns[2].justify = "left"
    for number, game in enumerate(games, 1):
        names = [seat.name for seat in game.record.seats]
        players = ", ".join(level_title(visible(name)) for name in names)
        table.add_row(
            str(number),
            Text(visible(game.name)[:DATE]),
            Text(shorten(players, LONGEST_NAMES, "..")),
            scores_of(game),
            " ".join(percent(losses[game.name].get(name)) for name in names),
        )
    console.print(table)
    console.print("To see one: spyrium-ai replay NUMBER; to resume: match --resume NUMBER")


def scores_of(game: KeptGame) -> str:
    """Return the scores by seat, or where the game stands."""
    if game.record.scores is None:
        return f"in turn {game.turn}"
    return " ".join(map(str, game.record.scores))
