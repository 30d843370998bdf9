"""Options and arguments that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from spyrium_ai.cli.param_types import Jobs, Seconds, Whole
from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.match.settings import MOST_GAMES, PATIENCE_BOUNDS
from spyrium_ai.util.seeds import MAX_SEED

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

journals = click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
movetime = click.option(
    "--movetime",
    type=Whole(*BOUNDS["movetime"]),
    metavar="MS",
    help="Milliseconds for each move.",
)
nodes = click.option(
    "--nodes",
    type=Whole(*BOUNDS["nodes"]),
    metavar="N",
    help="Nodes for each move, as each player counts them.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Write the result as one JSON object."
)
journal = click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append every result to this file; the same command resumes from it.",
)
anchor = click.option(
    "--anchor", metavar="NAME=ELO", help="The rating of a player, for the others' zero."
)


def games(default: int, more: str = "") -> Decorator:
    """Return the option for the number of games to play."""
    return click.option(
        "--games",
        type=Whole(1, MOST_GAMES),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Games to play, rounded up to whole blocks of one game per player{more}.",
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


def seed_of_games(more: str = "", default: int | None = 1) -> Decorator:
    """Return the option for the seed of games to be played."""
    return seed(f"What the cards and the players' chances depend on{more}.", default)


def jobs(about: str, default: int | None = 1) -> Decorator:
    """Return the option for how much is done at a time: 1 or more, or -1 for all cores."""
    return click.option(
        "--jobs",
        type=Jobs(),
        default=default,
        show_default=True,
        metavar="J",
        help=about,
    )


def patience(default: float, about: str) -> Decorator:
    """Return the option for the seconds to wait where nothing else limits."""
    return click.option(
        "--patience",
        type=Seconds(*PATIENCE_BOUNDS),
        default=default,
        show_default=True,
        metavar="SECONDS",
        help=about,
    )
