"""`spyrium-ai play`: the short way to a game against the machine."""

from __future__ import annotations

import sys

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.util.errors import UsageError


@click.command("play")
@shared_options.level
@click.option(
    "--players",
    "count",
    type=Whole(2, 5),
    default=2,
    show_default=True,
    metavar="N",
    help="Number of players, you among them.",
)
@click.option("--name", metavar="NAME", help="Your name; without one you are called 'you'.")
@click.option(
    "--seat",
    type=Whole(1, 5),
    default=1,
    show_default=True,
    metavar="N",
    help="Your seat. Chance decides who begins.",
)
@shared_options.seed_of_games("a random number")
@shared_options.movetime
@shared_options.nodes
@shared_options.deals
@shared_options.no_record
@shared_options.tutor
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    level: str | None,
    count: int,
    name: str | None,
    seat: int,
    seed: int | None,
    movetime: int | None,
    nodes: int | None,
    deals: str,
    no_record: bool,
    tutor: bool,
) -> None:
    """Play a game against the machine.

    Without --level the strongest player sits opposite. The game is kept, finished or not:
    `spyrium-ai games` lists it, and `spyrium-ai match --resume` resumes it.
    """
    from dataclasses import replace

    from spyrium_ai.cli.human_match import extras_of, play_with_people
    from spyrium_ai.cli.match import series_limits
    from spyrium_ai.engine.levels import level_player
    from spyrium_ai.engine.registry import STRONGEST
    from spyrium_ai.match.player_spec import HUMAN, distinct, parse_player
    from spyrium_ai.match.series import Series
    from spyrium_ai.util.seeds import new_secret

    if seat > count:
        raise UsageError(f"--seat {seat}: there are {count} seats, see --players")
    person = parse_player(HUMAN)
    if name is not None:
        person = replace(person, name=checked_name(name))
    rival = parse_player(STRONGEST if level is None else level_player(level))
    players = [rival] * (count - 1)
    players.insert(seat - 1, person)
    series = Series(
        players=distinct(players),
        games=1,
        seed=new_secret() if seed is None else seed,
        limits=series_limits(movetime, nodes, None),
    )
    extras = extras_of(no_record=no_record, tutor=tutor)
    sys.exit(play_with_people(series, None, extras, deals))


def checked_name(name: str) -> str:
    """Return a person's name without blanks around it; UsageError if nothing is left."""
    from spyrium_ai.util.text import visible

    if not (name := visible(name.strip())):
        raise UsageError("--name: the name is empty")
    return name
