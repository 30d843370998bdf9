"""`spyrium-ai match`: a series of games between two to five players."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.trust import Trust
from spyrium_ai.cli.trust import option as trust_option
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.deal_source import MANUAL
from spyrium_ai.match.settings import POLICIES, TIMEMARGIN, TIMEMARGIN_BOUNDS
from spyrium_ai.match.time_control import TimeControl, check_one, parse_clock
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import new_secret

if TYPE_CHECKING:
    from spyrium_ai.match.series import Series

SPRT_GAMES = 10_000  # the most that a test plays unless --games says otherwise


@click.command("match", no_args_is_help=True)
@click.argument("players", nargs=-1)
@shared_options.level
@shared_options.games(10, f"; at most {SPRT_GAMES} with --sprt, 1 with human players")
@shared_options.seed_of_games("a new secret; with human players a random number")
@click.option(
    "--secret",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the secret from this file, to repeat a series without a published seed; a missing "
    "file is created with a new secret.",
)
@shared_options.movetime
@shared_options.nodes
@click.option(
    "--clock",
    metavar="MS[+INC]",
    help="Milliseconds for all moves of a game, and the increment per move.",
)
@click.option(
    "--timemargin",
    type=Whole(*TIMEMARGIN_BOUNDS),
    default=TIMEMARGIN,
    show_default=True,
    metavar="MS",
    help="Milliseconds by which a player may exceed its time before it forfeits.",
)
@shared_options.jobs("Number of games to run in parallel; -1: one per core.")
@click.option(
    "--sprt",
    metavar="elo0=E,elo1=E",
    help="Stop as soon as a sequential test of the first player against the others has decided. "
    "alpha= and beta= set the error rates (0.05).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a game log to this new file, one JSON object per game.",
)
@shared_options.as_json
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default=POLICIES[0],
    show_default=True,
    help="What a fault means in games of three or more players.",
)
@shared_options.patience(Timeouts.move, "Timeout for moves without a time limit.")
@shared_options.deals
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Resume a saved game with human players; or a kept one, by its name in `games`.",
)
@shared_options.no_record
@shared_options.tutor
@trust_option("--resume")
def command(  # noqa: PLR0913, PLR0917 (one parameter for each option)
    players: tuple[str, ...],
    level: str | None,
    games: int,
    seed: int | None,
    secret: Path | None,
    movetime: int | None,
    nodes: int | None,
    clock: str | None,
    timemargin: int,
    jobs: int,
    sprt: str | None,
    out: Path | None,
    as_json: bool,
    policy: str,
    patience: float,
    deals: str,
    resume: Path | None,
    no_record: bool,
    tutor: bool,
    trust: bool,
) -> None:
    """Play a series between PLAYERS and print the standings.

    A player is a built-in one (mcts), with options if needed (mcts:nodes=2000), a TOML entry by
    name or path, a quoted command that speaks the protocol, or `human` for a person at this
    terminal; `human` alone plays against the strongest player, or a --level. Each deal is played
    from every rotation of the seats, with the seating reversed in every other deal set.
    """
    # Imported here, as each takes longer than all of `--help`.
    from spyrium_ai.match.player_spec import parse_players
    from spyrium_ai.match.series import Series, check_count

    check_one({"--seed": seed, "--secret": secret})
    timeouts = Timeouts(move=patience, margin=timemargin / 1000)
    if resume is not None:
        sys.exit(_resume(resume, out, timeouts, trust=trust, no_record=no_record, tutor=tutor))
    if trust:
        raise UsageError("--trust is for --resume: other players are those that you name")
    players = _with_opponent(players, level)
    check_count(players)
    series = Series(
        players=parse_players(players),
        games=games if sprt is None or _is_given("games") else _most_games(len(players)),
        seed=new_secret() if seed is None else seed,
        limits=series_limits(movetime, nodes, clock),
        jobs=jobs,
        policy=policy,
        patience=timeouts,
    )
    if any(player.is_human for player in series.players):
        from spyrium_ai.cli.human_match import extras_of, play_with_people

        extras = extras_of(no_record=no_record, tutor=tutor)
        sys.exit(play_with_people(series, out, extras, deals))
    _refuse_without_people(deals, no_record=no_record, tutor=tutor)
    sys.exit(_play_engines(series, secret, sprt, out, as_json=as_json))


def _most_games(players: int) -> int:
    """Return how many games a test plays at most unless --games says otherwise: whole deal sets."""
    return SPRT_GAMES - SPRT_GAMES % players


def _play_engines(
    series: Series, secret: Path | None, sprt: str | None, out: Path | None, *, as_json: bool
) -> int:
    """Play a series between engines, with a test or without; return the exit code."""
    from spyrium_ai.cli.match_run import run
    from spyrium_ai.cli.sprt_option import read_sprt

    test = None if sprt is None else read_sprt(sprt, len(series.players))
    return run(_with_secret(series, secret), test, out, as_json)


def _resume(
    path: Path, out: Path | None, timeouts: Timeouts, *, trust: bool, no_record: bool, tutor: bool
) -> int:
    """Play a saved game with people on; return the exit code."""
    from spyrium_ai.cli.human_match import extras_of, resume_with_people  # a fifth of a second

    extras = extras_of(no_record=no_record, tutor=tutor)
    return resume_with_people(path, out, timeouts, Trust(path, is_given=trust), extras)


def _refuse_without_people(deals: str, *, no_record: bool, tutor: bool) -> None:
    """Raise UsageError for options that games between engines do not have."""
    for option, is_given in (("--no-record", no_record), ("--tutor", tutor)):
        if is_given:
            raise UsageError(f"{option} is for games with a human player")
    if deals == MANUAL:
        raise UsageError("--deals manual needs a human player, who types what lies on the table")


def _with_opponent(players: tuple[str, ...], level: str | None) -> tuple[str, ...]:
    """Return the players, with the opponent of one who has none."""
    from spyrium_ai.engine.levels import level_player
    from spyrium_ai.engine.registry import STRONGEST
    from spyrium_ai.match.player_spec import HUMAN

    if level is not None:
        if len(players) != 1:
            raise UsageError(
                f"--level is the opponent of one player (`match human --level 4`), "
                f"and {len(players)} are named"
            )
        return (*players, level_player(level))
    return (HUMAN, STRONGEST) if players == (HUMAN,) else players


def series_limits(movetime: int | None, nodes: int | None, clock: str | None) -> TimeControl:
    """Return the limits of the options; UsageError for more than one."""
    check_one({"--movetime": movetime, "--nodes": nodes, "--clock": clock})
    return TimeControl(movetime, nodes) if clock is None else parse_clock(clock)


def _with_secret(series: Series, path: Path | None) -> Series:
    """Return the series with the secret of the file, if one is given."""
    from spyrium_ai.util.secret_file import read_or_make_secret  # used by few

    return series if path is None else replace(series, seed=read_or_make_secret(path))


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE
