"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from spyrium_ai.analysis.rollout.rollout_players import FIRST, LATER
from spyrium_ai.cli.param_types import Jobs, Seconds, Whole
from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.match.records.deal_source import DEALS, SEEDED
from spyrium_ai.match.settings import MOST_GAMES, PATIENCE_BOUNDS
from spyrium_ai.util.seeds import MAX_SEED

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

journals = click.argument(
    "journals", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
movetime = click.option(
    "--movetime",
    type=Whole(*BOUNDS["movetime"]),
    metavar="MS",
    help="Time limit for each move, in milliseconds.",
)
nodes = click.option(
    "--nodes",
    type=Whole(*BOUNDS["nodes"]),
    metavar="N",
    help="Node limit for each move; every engine counts its own nodes.",
)
level = click.option(
    "--level",
    metavar="N",
    help="Play against this level, from 1 for a beginner; the levels are in docs/levels.md.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
journal = click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append every result to this file; the same command resumes from it.",
)
deals = click.option(
    "--deals",
    type=click.Choice(DEALS),
    default=SEEDED,
    show_default=True,
    help="Where the deals come from; manual: a human player types what lies on a real table.",
)
no_record = click.option(
    "--no-record", is_flag=True, help="Do not keep the game for `spyrium-ai games`."
)
tutor = click.option(
    "--tutor", is_flag=True, help="Question your bad moves before they are played."
)
anchor = click.option(
    "--anchor", metavar="NAME=ELO", help="Fix this player's rating as the reference."
)


def games(default: int, more: str = "") -> Decorator:
    """Return the option for the number of games to play."""
    return click.option(
        "--games",
        type=Whole(1, MOST_GAMES),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Number of games, rounded up to full deal sets of one game per player{more}.",
    )


def decisions(default: int) -> Decorator:
    """Return the option for the number of recorded decisions to measure."""
    return click.option(
        "--decisions",
        "most",
        type=Whole(1),
        default=default,
        show_default=True,
        metavar="N",
        help="Number of decisions to measure.",
    )


def spread(default: int | None) -> Decorator:
    """Return the option for the number of deals from which recorded decisions are taken."""
    otherwise = "" if default else " By default all decisions of the first games."
    return click.option(
        "--deals",
        type=Whole(1),
        default=default,
        show_default=default is not None,
        metavar="N",
        help="Number of deals to take them from: as many from the first game of each, drawn by the "
        f"seed.{otherwise}",
    )


def seed(about: str, default: int | None = 1) -> Decorator:
    """Return the option for the seed."""
    return click.option(
        "--seed",
        type=Whole(0, MAX_SEED),
        default=default,
        show_default=True,
        metavar="S",
        help=about,
    )


def seed_of_games(otherwise: str) -> Decorator:
    """Return the option for the published seed of games to be played."""
    about = (
        "Published seed of the deals and the engines: the games can be repeated, and whoever "
        f"knows or guesses the number can compute the deals. By default {otherwise}."
    )
    return seed(about, default=None)


def jobs(about: str, default: int | None = 1) -> Decorator:
    """Return the option for how much runs in parallel: 1 or more, or -1 for one per core."""
    return click.option(
        "--jobs",
        type=Jobs(),
        default=default,
        show_default=True,
        metavar="J",
        help=about,
    )


def rollout_players(option: str) -> Decorator:
    """Return the options for who plays rollouts: `option`, and --first until the turn ends.

    A command gets them as `later` and `first`, None for what the user does not name.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        later = click.option(
            option,
            "later",
            metavar="PLAYER",
            help="Built-in player that makes all decisions of the rollouts, in every seat."
            f"  [default: {LATER}]",
        )
        first = click.option(
            "--first",
            metavar="PLAYER",
            help="Built-in player that decides in its place until the turn ends."
            f"  [default: that of {option} if you give it, else {FIRST}]",
        )
        return later(first(command))

    return decorate


def patience(default: float, about: str) -> Decorator:
    """Return the option for the timeout of answers that no other limit covers, in seconds."""
    return click.option(
        "--patience",
        type=Seconds(*PATIENCE_BOUNDS),
        default=default,
        show_default=True,
        metavar="SECONDS",
        help=about,
    )
